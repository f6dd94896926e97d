import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs the workflow for n8n that docs/n8n has: of its nodes, those that set values and those that send
 * requests, with the expressions in them.
 */

type Assignment = { name: string; value: unknown; type: string };
export type Node = {
  name: string;
  type: string;
  parameters: {
    method?: string;
    url?: string;
    path?: string;
    jsonBody?: string;
    genericAuthType?: string;
    headerParameters?: { parameters: { name: string; value: string }[] };
    assignments?: { assignments: Assignment[] };
  };
};
type Workflow = {
  nodes: Node[];
  connections: Record<string, { main: { node: string }[][] }>;
};

export const workflow: Workflow = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/n8n/postfolio.json'), 'utf8'),
);

type Json = Record<string, unknown>;
type Sent = { method: string; path: string; body?: unknown; headers: Record<string, string> };

/** The value of a field: a text that begins with `=` has expressions in it. */
function evaluated(value: unknown, scope: { $json: Json; $execution: { id: string } }): unknown {
  if (typeof value !== 'string' || !value.startsWith('=')) return value;
  const text = value.slice(1);
  const evaluate = (code: string) =>
    new Function('$json', '$execution', `return ${code}`)(scope.$json, scope.$execution);
  const whole = /^\{\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}\}$/.exec(text);
  if (whole?.[1]) return evaluate(whole[1]);
  return text.replaceAll(/\{\{(.+?)\}\}/g, (_, code: string) => String(evaluate(code)));
}

/**
 * Follows the nodes from a trigger.
 * @param settings replaces values that a person sets
 * @param send sends a request; returns the body of its response
 */
export async function runFrom(
  trigger: string,
  { given, settings, send }: { given: Json; settings: Json; send: (sent: Sent) => Promise<Json> },
): Promise<Json> {
  const execution = { id: '231' };
  let [name, json]: [string | undefined, Json] = [trigger, given];
  for (;;) {
    name = workflow.connections[name as string]?.main[0]?.[0]?.node;
    const node = workflow.nodes.find((entry) => entry.name === name);
    if (!node) return json;
    const scope = { $json: json, $execution: execution };
    const { assignments, url = '', method = 'GET', jsonBody, headerParameters } = node.parameters;
    if (assignments) {
      const values = assignments.assignments.map(({ name: field, value }) => [
        field,
        settings[field] ?? evaluated(value, scope),
      ]);
      json = Object.fromEntries(values);
    } else {
      const headers = (headerParameters?.parameters ?? []).map((header) => [
        header.name,
        String(evaluated(header.value, scope)),
      ]);
      const target = new URL(String(evaluated(url, scope)));
      json = await send({
        method,
        path: target.pathname,
        headers: Object.fromEntries(headers),
        ...(jsonBody && { body: JSON.parse(String(evaluated(jsonBody, scope))) }),
      });
    }
  }
}
