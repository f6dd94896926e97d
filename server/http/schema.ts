import build, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = { [key: string]: unknown };

/** The JSON schema of the input or output of an endpoint, for OpenAPI 3.1. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => {
      tidy(context);
      nameProperties(context);
    },
  }) as JsonSchema;
  return rest;
}

/**
 * The serialiser of a response, compiled for the first one: a start does not wait for those of all
 * endpoints, and most of a process's life needs few of them.
 */
export function serialiserOf(schema: z.ZodType): (response: unknown) => string {
  let write: ((response: unknown) => string) | undefined;
  return (response) => {
    write ??= build(serialised(schema));
    return write(response);
  };
}

/** The JSON schema for the serialiser, which is fast for `nullable` and slow for `anyOf`. */
function serialised(schema: z.ZodType) {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: (context) => {
      tidy(context);
      // Undeclared keys are left out without an error, in unions, too.
      if (context.jsonSchema.additionalProperties === false)
        delete context.jsonSchema.additionalProperties;
      // To tell the options of a union apart, values are validated: their keys suffice.
      delete context.jsonSchema.format;
      delete context.jsonSchema.pattern;
      const { anyOf, ...rest } = context.jsonSchema as JsonSchema & { anyOf?: JsonSchema[] };
      const [only, ...others] = (anyOf ?? []).filter((option) => option.type !== 'null');
      if (!anyOf || !only || others.length || anyOf.length !== 2) return;
      for (const key of Object.keys(context.jsonSchema))
        delete (context.jsonSchema as JsonSchema)[key];
      Object.assign(context.jsonSchema, rest, only, { nullable: true });
      // Within a union, a value that is not listed is none of it.
      if (Array.isArray(only.enum))
        Object.assign(context.jsonSchema, { enum: [...only.enum, null] });
    },
  }) as Schema;
}

/** A record with known keys is an object with these properties: clients are generated from it. */
function nameProperties({ jsonSchema }: { jsonSchema: JsonSchema }) {
  const { propertyNames: names, additionalProperties: value } = jsonSchema;
  const keys = (names as JsonSchema | undefined)?.enum as string[] | undefined;
  if (!keys || jsonSchema.properties || typeof value !== 'object') return;
  jsonSchema.properties = Object.fromEntries(keys.map((key) => [key, value]));
  jsonSchema.additionalProperties = false;
  delete jsonSchema.propertyNames;
}

/** Removes bounds that only state the range of safe integers. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }) {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
