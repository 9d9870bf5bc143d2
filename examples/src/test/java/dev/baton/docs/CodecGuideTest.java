package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.TypedJob;
import dev.baton.jdbc.JsonCodec;
import dev.baton.jdbc.Stores;
import dev.baton.spi.Codec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** The Java of the guide about classes that change, compiled and run. */
class CodecGuideTest {

    record Bill(String customer) {}

    record Invoice(String customer, int number) {}

    /** An amount that Jackson alone cannot read. */
    static final class Money {

        final long cents;

        Money(long cents) {
            this.cents = cents;
        }
    }

    private static final class MoneyModule extends SimpleModule {

        private static final long serialVersionUID = 1;

        MoneyModule() {
            addSerializer(Money.class, new ValueSerializer<Money>() {
                @Override
                public void serialize(Money value, JsonGenerator json, SerializationContext context) {
                    json.writeNumber(value.cents);
                }
            });
            addDeserializer(Money.class, new ValueDeserializer<Money>() {
                @Override
                public Money deserialize(JsonParser json, DeserializationContext context) {
                    return new Money(json.getLongValue());
                }
            });
        }
    }

    @Test
    void what_an_older_version_kept_is_read_by_the_newer_one(@TempDir Path folder) throws InterruptedException {
        Path file = folder.resolve("baton.db");
        Execution kept;
        try (Baton baton = Baton.on(Stores.sqlite(file))) {
            TypedJob<Bill, Object> before = Job.named("send").takes(Bill.class).run((context, bill) -> {});
            kept = baton.add(before).trigger(before, new Bill("Ada"));
        }
        Codec renaming = JsonCodec.standard().renamed(Bill.class.getName(), Invoice.class);
        assertThat(run(file, renaming, kept.id())).isEqualTo(3);
    }

    @Test
    void a_codec_is_configured_in_one_place(@TempDir Path folder) throws InterruptedException {
        Path file = folder.resolve("baton.db");
        Codec codec = JsonCodec.standard()
                .renamed("com.acme.Bill", Invoice.class)
                .accepting(Money.class) // refused otherwise: it has no constructor without arguments
                .configured(mapper -> mapper.addModule(new MoneyModule()));
        try (Baton baton = Baton.on(Stores.sqlite(file, codec))) {
            TypedJob<Invoice, Money> send = Job.named("send")
                    .takes(Invoice.class)
                    .returns(Money.class)
                    .call((context, invoice) -> new Money(invoice.number()));
            baton.add(send).start();
            Execution sent = baton.trigger(send, new Invoice("Ada", 42)).await(Duration.ofMinutes(1));
            assertThat(baton.execution(sent.id()).output(send).cents).isEqualTo(42);
        }
    }

    private static int run(Path file, Codec codec, UUID execution) throws InterruptedException {
        try (Baton baton = Baton.on(Stores.sqlite(file, codec))) {
            TypedJob<Invoice, Integer> now = Job.named("send")
                    .takes(Invoice.class)
                    .returns(Integer.class)
                    .call((context, invoice) -> invoice.customer().length() + invoice.number());
            baton.add(now).start();
            return baton.execution(execution).await(Duration.ofMinutes(1)).output(now);
        }
    }
}
