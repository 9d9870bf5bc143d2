package dev.baton.cli.convert;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An element of a document, with the line it begins on.
 *
 * @param name its name, without a prefix
 * @param line its line, from 1
 * @param children the elements in it
 * @param content the text in it
 */
record XmlNode(String name, int line, List<XmlNode> children, StringBuilder content) {

    private static final int DEEPEST = 100;

    static XmlNode read(String text) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        // A file from elsewhere names no other files, and nothing on the network.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
            XmlNode root = new XmlNode("", 0, new ArrayList<>(), new StringBuilder());
            List<XmlNode> open = new ArrayList<>(List.of(root));
            while (reader.hasNext()) {
                int event = reader.next();
                XmlNode last = open.get(open.size() - 1);
                if (event == XMLStreamConstants.START_ELEMENT) {
                    XmlNode node = new XmlNode(
                            reader.getLocalName(),
                            reader.getLocation().getLineNumber(),
                            new ArrayList<>(),
                            new StringBuilder());
                    last.children.add(node);
                    open.add(node);
                    if (open.size() > DEEPEST) {
                        throw new BadImportException("line " + node.line + ": elements are nested too deeply");
                    }
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    open.remove(open.size() - 1);
                } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                    last.content.append(reader.getText());
                }
            }
            return root;
        } catch (XMLStreamException e) {
            throw new BadImportException(
                    "it is not XML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
    }

    /** All elements of a name, at any depth. */
    List<XmlNode> all(String wanted) {
        List<XmlNode> found = new ArrayList<>();
        for (XmlNode child : children) {
            if (child.name.equals(wanted)) {
                found.add(child);
            }
            found.addAll(child.all(wanted));
        }
        return found;
    }

    /** The text of a child; empty when there is none. */
    String text(String child) {
        return children.stream()
                .filter(node -> node.name.equals(child))
                .findFirst()
                .map(node -> node.content.toString().strip())
                .orElse("");
    }
}
