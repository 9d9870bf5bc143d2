package dev.baton.server.http;

import java.lang.reflect.Type;

/**
 * The type of a record one of whose fields holds a document with a schema of its own.
 *
 * @param name what it is called in the OpenAPI document
 * @param record the record
 * @param field the field, as it is called in JSON
 * @param document what the field holds
 */
public record Documented(String name, Class<?> record, String field, Endpoint.Document document) implements Type {}
