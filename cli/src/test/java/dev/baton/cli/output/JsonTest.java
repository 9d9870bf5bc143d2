package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void simple_values_are_written_as_they_are() {
        assertThat(Json.write(null)).isEqualTo("null");
        assertThat(Json.write(true)).isEqualTo("true");
        assertThat(Json.write(-17)).isEqualTo("-17");
        assertThat(Json.write(0.25)).isEqualTo("0.25");
        assertThat(Json.write("MON-FRI */5")).isEqualTo("\"MON-FRI */5\"");
    }

    @ParameterizedTest(name = "U+{0} becomes {1}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "22, \\\"",
                "5c, \\\\",
                "0a, \\n",
                "0d, \\r",
                "09, \\t",
                "00, \\u0000",
                "1b, \\u001b",
                "7f, \\u007f",
                "e9, \\u00e9",
                "2028, \\u2028",
                "1f600, \\ud83d\\ude00",
                "d800, \\ud800",
            })
    void what_json_or_a_charset_cannot_hold_is_escaped(String codePoint, String escaped) {
        String character = Character.toString(Integer.parseInt(codePoint, 16));
        assertThat(Json.write("a" + character + "b")).isEqualTo("\"a" + escaped + "b\"");
    }

    @Test
    void names_are_escaped_as_well() {
        assertThat(Json.write(Map.of("say \"x\"", 1))).contains("\"say \\\"x\\\"\":1");
    }

    @Test
    void lists_and_objects_may_be_empty() {
        assertThat(Json.write(List.of())).isEqualTo("[]");
        assertThat(Json.write(Map.of())).isEqualTo("{}");
    }

    @Test
    void nested_values_stand_on_one_line_and_keep_their_order() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("name", "etl");
        value.put("next", List.of("a", List.of(1, 2)));
        value.put("more", Collections.singletonMap("none", null));
        assertThat(Json.write(value)).isEqualTo("{\"name\":\"etl\",\"next\":[\"a\",[1,2]],\"more\":{\"none\":null}}");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void a_number_that_json_does_not_have_is_refused(double number) {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(List.of(number)));
    }

    @Test
    void a_type_that_json_does_not_have_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(new Object()));
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(Map.of(1, 2)));
    }
}
