package dev.baton.server.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignatureTest {

    @Test
    void it_is_what_other_tools_compute() {
        // printf '1763164800.{"id":1}' | openssl dgst -sha256 -hmac 'a secret'
        assertThat(Signature.of(
                        "a secret", Instant.ofEpochSecond(1763164800), "{\"id\":1}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("t=1763164800,v1=4980749dbe3850963464c48bb65fff770845969b97a4954fac8ba440ed1104f0");
    }
}
