import { z } from 'zod';

type JsonSchema = { [key: string]: unknown };

/** The JSON schema of what an endpoint takes or answers, for OpenAPI 3.1. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy }) as JsonSchema;
  return rest;
}

/** The same for Fastify's serialiser, which writes `nullable` fast and `anyOf` slowly. */
export function serialiser(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: (context) => {
      tidy(context);
      // What is not declared is left out and no error, among several kinds of answers, too.
      if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties;
      const { anyOf, ...rest } = context.jsonSchema as JsonSchema & { anyOf?: JsonSchema[] };
      const [only, ...others] = (anyOf ?? []).filter((option) => option.type !== 'null');
      if (!anyOf || !only || others.length || anyOf.length !== 2) return;
      for (const key of Object.keys(context.jsonSchema)) delete (context.jsonSchema as JsonSchema)[key];
      Object.assign(context.jsonSchema, rest, only, { nullable: true });
    },
  }) as JsonSchema;
}

/** Leaves out the bounds that only say 'a whole number that JavaScript can hold'. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }) {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
