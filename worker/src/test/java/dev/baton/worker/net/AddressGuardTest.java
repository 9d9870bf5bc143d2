package dev.baton.worker.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, loopback",
        "127.255.255.254, loopback",
        "::1, loopback",
        "10.1.2.3, private",
        "172.16.0.1, private",
        "172.31.255.255, private",
        "192.168.1.1, private",
        "fd12::1, private",
        "100.64.0.1, carrier",
        "169.254.1.1, link-local",
        "fe80::1, link-local",
        "169.254.169.254, metadata",
        "100.100.100.200, metadata",
        "fd00:ec2::254, metadata",
        "224.0.0.1, multicast",
        "ff02::1, multicast",
        "::ffff:127.0.0.1, loopback",
        "::ffff:10.0.0.1, private",
        "64:ff9b::7f00:1, embeds another",
        "64:ff9b:1::a00:1, embeds another",
        "2002:7f00:1::, embeds another",
        "0.0.0.0, reserved",
        "::, reserved",
        "255.255.255.255, reserved",
        "2130706433, loopback",
    })
    void what_is_not_public_is_refused(String address, String why) {
        assertThatThrownBy(() -> new AddressGuard(Allowed.NOTHING).addresses(address))
                .isInstanceOf(AddressRefusedException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111"})
    void what_is_public_is_not(String address) throws Exception {
        assertThat(new AddressGuard(Allowed.NOTHING).addresses(address)).isNotEmpty();
    }

    @Test
    void those_who_allow_private_addresses_do_not_allow_the_metadata_of_clouds() throws Exception {
        AddressGuard guard = new AddressGuard(Allowed.PRIVATE);
        assertThat(guard.addresses("10.0.0.1")).isNotEmpty();
        assertThatThrownBy(() -> guard.addresses("169.254.169.254")).isInstanceOf(AddressRefusedException.class);
        assertThatThrownBy(() -> guard.addresses("fd00:ec2::254")).isInstanceOf(AddressRefusedException.class);
    }

    @Test
    void a_range_can_be_allowed() throws Exception {
        AddressGuard guard = new AddressGuard(new Allowed(false, Set.of(), Set.of(Cidr.of("10.1.0.0/20"))));
        assertThat(guard.addresses("10.1.15.255")).isNotEmpty();
        assertThatThrownBy(() -> guard.addresses("10.1.16.0")).isInstanceOf(AddressRefusedException.class);
    }

    @Test
    void a_host_can_be_allowed() throws Exception {
        Allowed allowed = new Allowed(false, Set.of("build.corp", "*.lab.corp"), Set.of());
        AddressGuard guard = new AddressGuard(resolving("10.0.0.1"), allowed);
        assertThat(guard.addresses("BUILD.corp")).isNotEmpty();
        assertThat(guard.addresses("a.lab.corp")).isNotEmpty();
        assertThatThrownBy(() -> guard.addresses("lab.corp")).isInstanceOf(AddressRefusedException.class);
        assertThatThrownBy(() -> guard.addresses("evil-lab.corp")).isInstanceOf(AddressRefusedException.class);
    }

    @Test
    void of_several_addresses_only_public_ones_are_used() throws Exception {
        AddressGuard guard = new AddressGuard(resolving("10.0.0.1", "93.184.215.14"), Allowed.NOTHING);
        assertThat(guard.addresses("mixed.example"))
                .extracting(InetAddress::getHostAddress)
                .containsExactly("93.184.215.14");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "example.com/8", "10.0.0.0/x", "", "/8"})
    void what_is_no_range_is_said(String text) {
        assertThatThrownBy(() -> Cidr.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Resolver resolving(String... addresses) {
        return host -> Stream.of(addresses).map(AddressGuardTest::address).toList();
    }

    private static InetAddress address(String text) {
        return Cidr.of(text).base();
    }

    @Test
    void a_name_without_addresses_is_unknown() {
        AddressGuard guard = new AddressGuard(host -> List.of(), Allowed.NOTHING);
        assertThatThrownBy(() -> guard.addresses("nowhere.example")).isInstanceOf(UnknownHostException.class);
    }
}
