package dev.baton.internal.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A message between nodes.
 *
 * @param kind its kind
 * @param fields its content
 */
record NodeMessage(String kind, List<String> fields) {

    private static final char SEPARATOR = '\n';
    private static final char ESCAPE = '\\';

    static NodeMessage of(String kind, Object... fields) {
        List<String> texts = new ArrayList<>(fields.length);
        for (Object field : fields) {
            texts.add(field.toString());
        }
        return new NodeMessage(kind, texts);
    }

    String text(int field) {
        return fields.get(field);
    }

    int number(int field) {
        return Integer.parseInt(fields.get(field));
    }

    UUID id(int field) {
        return UUID.fromString(fields.get(field));
    }

    /** The text that is sent. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind);
        for (String field : fields) {
            text.append(SEPARATOR);
            for (int i = 0; i < field.length(); i++) {
                char c = field.charAt(i);
                if (c == ESCAPE) {
                    text.append("\\\\");
                } else if (c == SEPARATOR) {
                    text.append("\\n");
                } else {
                    text.append(c);
                }
            }
        }
        return text.toString();
    }

    static NodeMessage parse(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == SEPARATOR) {
                parts.add(part.toString());
                part.setLength(0);
            } else if (c == ESCAPE) {
                i++;
                part.append(text.charAt(i) == 'n' ? SEPARATOR : text.charAt(i));
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return new NodeMessage(parts.get(0), parts.subList(1, parts.size()));
    }
}
