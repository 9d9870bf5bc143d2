package dev.baton.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Reads a Markdown file into a page: links lead to other pages of the site, and headings have ids. */
final class Reader {

    private static final String FILE = "<!-- file: ";

    private final Layout layout;
    private final Parser parser =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    Reader(Layout layout) {
        this.layout = layout;
    }

    Page read(Path source) throws IOException {
        Node document = parser.parse(Files.readString(source));
        String address = layout.address(source);
        Visitor visitor = new Visitor(source, address);
        document.accept(visitor);
        visitor.endSection();
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    String id = visitor.ids.get(node);
                    if (id != null) {
                        attributes.put("id", id);
                    }
                })
                .build();
        return new Page(source, address, visitor.title, renderer.render(document), visitor.sections, visitor.files);
    }

    /** The id of a heading, the same as GitHub gives it, so that links work in both places. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }
        });
        return words.toString();
    }

    private final class Visitor extends AbstractVisitor {

        private final Path source;
        private final String address;
        private final Map<Node, String> ids = new HashMap<>();
        private final List<Page.Section> sections = new ArrayList<>();
        private final List<Path> files = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private String title = "";
        private String heading = "";

        Visitor(Path source, String address) {
            this.source = source;
            this.address = address;
        }

        void endSection() {
            if (!heading.isEmpty()) {
                sections.add(new Page.Section(
                        heading,
                        anchor(heading),
                        text.toString().replaceAll("\\s+", " ").strip()));
            }
            text.setLength(0);
        }

        @Override
        public void visit(Heading node) {
            endSection();
            heading = words(node);
            if (title.isEmpty()) {
                title = heading;
            }
            ids.put(node, anchor(heading));
            visitChildren(node);
        }

        @Override
        public void visit(Link node) {
            visitChildren(node);
            String to = node.getDestination();
            if (!to.contains("://") && !to.startsWith("#") && !to.startsWith("mailto:")) {
                rewrite(node, to);
            }
        }

        private void rewrite(Link node, String to) {
            int fragment = to.indexOf('#');
            Path target = source.resolveSibling(fragment < 0 ? to : to.substring(0, fragment))
                    .normalize();
            if (Files.isDirectory(target)) {
                // A site has no listing of a folder: the words stay, the link goes.
                Node child = node.getFirstChild();
                while (child != null) {
                    Node next = child.getNext();
                    node.insertBefore(child);
                    child = next;
                }
                node.unlink();
                return;
            }
            if (!target.toString().endsWith(".md")) {
                files.add(target);
            }
            node.setDestination(
                    Layout.relative(address, layout.address(target)) + (fragment < 0 ? "" : to.substring(fragment)));
        }

        @Override
        public void visit(Image node) {
            Path target = source.resolveSibling(node.getDestination()).normalize();
            files.add(target);
            node.setDestination(Layout.relative(address, layout.address(target)));
        }

        @Override
        public void visit(HtmlBlock node) {
            String literal = node.getLiteral().strip();
            if (literal.startsWith(FILE)) {
                String name = literal.substring(FILE.length(), literal.indexOf(" -->"));
                node.setLiteral("<p class=\"file\">" + Template.escape(name) + "</p>");
            }
        }

        @Override
        public void visit(FencedCodeBlock node) {
            text.append(' ').append(node.getLiteral());
        }

        @Override
        public void visit(Text node) {
            text.append(node.getLiteral());
            if (node.getNext() == null && node.getParent() instanceof Block) {
                text.append(' ');
            }
        }

        @Override
        public void visit(Code node) {
            text.append(node.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak node) {
            text.append(' ');
        }
    }
}
