package dev.baton.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses the text of a {@link Shape}. */
final class ShapeParser {

    private static final String ENDS_A_NAME = "<>(){}[],:\"";

    private final String text;
    private int position;

    private ShapeParser(String text) {
        this.text = text;
    }

    static Shape parse(String text) {
        ShapeParser parser = new ShapeParser(text);
        Shape shape = parser.shape();
        if (parser.position != text.length()) {
            throw parser.unreadable();
        }
        return shape;
    }

    private Shape shape() {
        if (accept('?')) {
            return Shape.NATURAL;
        }
        String name = name();
        Shape shape;
        if (accept('<')) {
            shape = new Shape.Uniform(name, list('>'));
        } else if (accept('(')) {
            shape = new Shape.Mixed(name, list(')'));
        } else if (accept('{')) {
            shape = new Shape.MixedMap(name, map());
        } else {
            shape = new Shape.Single(name);
        }
        while (accept('[')) {
            expect(']');
            shape = new Shape.ArrayOf(shape);
        }
        return shape;
    }

    private List<Shape> list(char end) {
        List<Shape> shapes = new ArrayList<>();
        do {
            shapes.add(shape());
        } while (accept(','));
        expect(end);
        return shapes;
    }

    private Map<String, Shape> map() {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        do {
            String key = key();
            expect(':');
            shapes.put(key, shape());
        } while (accept(','));
        expect('}');
        return shapes;
    }

    private String name() {
        int start = position;
        while (position < text.length() && ENDS_A_NAME.indexOf(text.charAt(position)) < 0) {
            position++;
        }
        if (position == start) {
            throw unreadable();
        }
        return text.substring(start, position);
    }

    private String key() {
        int start = position;
        expect('"');
        while (position < text.length() && text.charAt(position) != '"') {
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        expect('"');
        return JsonCodec.unquote(text.substring(start, position));
    }

    private boolean accept(char c) {
        boolean there = position < text.length() && text.charAt(position) == c;
        position += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw unreadable();
        }
    }

    private IllegalArgumentException unreadable() {
        return new IllegalArgumentException(
                "\"" + text + "\" is not a type that Baton wrote, see its character " + (position + 1));
    }
}
