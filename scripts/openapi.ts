// Checks the OpenAPI document with the linter of Redocly: any finding fails.
// usage: node scripts/openapi.ts
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApi } from '../server/http/openapi/document.ts';

/** Besides the recommended ones. */
const ALSO = [
  ...['operation-singular-tag', 'operation-tag-defined', 'no-invalid-parameter-examples'],
  ...['no-invalid-schema-examples', 'no-schema-type-mismatch'],
  ...['no-required-schema-properties-undefined', 'component-name-unique'],
];

/** What is found, and is right as it is. Whoever adds one says why. */
const ALLOWED: { rule: string; message: RegExp; why: string }[] = [
  {
    rule: 'no-path-trailing-slash',
    message: /^`\/api\//,
    why: 'Paths end with a slash, and answer the same without it: both are promised.',
  },
  {
    rule: 'no-ambiguous-paths',
    message: /`\/api\/(media\/uploads|webhooks\/deliveries)\/\{id\}\/`/,
    why: 'Ids are numbers, and never a word.',
  },
];

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: Object.fromEntries(ALSO.map((rule) => [rule, 'error'])),
});
const source = JSON.stringify(await openApi('https://posts.example.org'));
const found = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
const used = new Set<object>();
let wrong = 0;
for (const { ruleId, message, location } of found) {
  const allowed = ALLOWED.find(({ rule, message: text }) => rule === ruleId && text.test(message));
  if (allowed) used.add(allowed);
  else {
    wrong++;
    console.error(`${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
  }
}
for (const { rule, message } of ALLOWED.filter((entry) => !used.has(entry))) {
  wrong++;
  console.error(`${rule} finds nothing like ${message} any more: take it off the list.`);
}
process.exitCode = wrong ? 1 : 0;
