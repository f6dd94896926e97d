import type { z } from 'zod';
import { jsonSchemaOf } from '../http/schema.ts';

/**
 * A schema that is validated as it is, and listed as the API documents its own: without the bounds of
 * safe integers, which would be a third of what every agent reads, and written down once.
 */
export function listed<Schema extends z.ZodType>(schema: Schema, io: 'input' | 'output'): Schema {
  let json: Record<string, unknown> | undefined;
  const write = () => {
    if (json) return json;
    const whole = jsonSchemaOf(schema, io);
    json = (io === 'output' ? open(whole) : whole) as Record<string, unknown>;
    return json;
  };
  const standard = { ...schema['~standard'], jsonSchema: { input: write, output: write } };
  return { '~standard': standard } as unknown as Schema;
}

/** Results get more fields one day: clients that check them accept those. */
function open(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => name !== 'additionalProperties' || value !== false)
      .map(([name, value]) => [name, open(value)]),
  );
}
