import { z } from 'zod';

type JsonSchema = { [key: string]: unknown };

/** The JSON schema of the input or output of an endpoint, for OpenAPI 3.1. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: tidy,
  }) as JsonSchema;
  return rest;
}

/** The same for the serialiser of Fastify, which is fast for `nullable` and slow for `anyOf`. */
export function serialiser(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: (context) => {
      tidy(context);
      // Undeclared keys are left out without an error, in unions, too.
      if (context.jsonSchema.additionalProperties === false)
        delete context.jsonSchema.additionalProperties;
      const { anyOf, ...rest } = context.jsonSchema as JsonSchema & { anyOf?: JsonSchema[] };
      const [only, ...others] = (anyOf ?? []).filter((option) => option.type !== 'null');
      if (!anyOf || !only || others.length || anyOf.length !== 2) return;
      for (const key of Object.keys(context.jsonSchema))
        delete (context.jsonSchema as JsonSchema)[key];
      Object.assign(context.jsonSchema, rest, only, { nullable: true });
    },
  }) as JsonSchema;
}

/** Removes bounds that only state the range of safe integers. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }) {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
