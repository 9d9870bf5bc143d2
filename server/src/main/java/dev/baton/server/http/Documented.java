package dev.baton.server.http;

import java.lang.reflect.Type;

/**
 * The type of a record with a field that contains a document with its own schema.
 *
 * @param name its name in the OpenAPI document
 * @param record the record
 * @param field the name of the field in JSON
 * @param document the type of the document
 */
public record Documented(String name, Class<?> record, String field, Endpoint.Document document) implements Type {}
