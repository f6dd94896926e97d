import type { z } from 'zod';
import { createRule, switchRule, tryRuleText } from '../../contract/automation/rules.ts';
import type { RuleText } from '../../contract/automation/rules-settings.ts';
import { createTemplate } from '../../contract/content/templates.ts';
import type { Endpoint } from '../../contract/http/endpoint.ts';

/** Templates and rules of the demo. */

type Call = (
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  given: { id?: number; body: object },
) => Promise<{ id: number; proof: string }>;

const templates = [
  {
    name: 'New bag on the shelf',
    folder: 'Brewing tips',
    text: '{{coffee}} from {{farm}} is on the shelf.\nIt tastes of {{notes}}.',
    tags: ['coffee'],
    variables: [
      { name: 'coffee', label: 'Coffee', kind: 'text', is_required: true },
      { name: 'farm', label: 'Farm', kind: 'text', is_required: true },
      { name: 'notes', label: 'What it tastes of', kind: 'text', is_required: true },
    ],
  },
  {
    name: 'Weekly recap',
    folder: 'Northwind Coffee',
    text: 'That was our week. What did you brew?\nSee you on {{weekday}}.',
    tags: [],
    variables: [],
  },
] as const;

/** Fills the pages of templates and automations: two rules are on, and one was not tried yet. */
export async function automate(
  call: Call,
  { folders, set }: { folders: ReadonlyMap<string, number>; set: number },
) {
  const made = new Map<string, number>();
  for (const { folder, text, ...template } of templates) {
    const body = { ...template, folder: folders.get(folder), items: [{ content: text }] };
    made.set(template.name, (await call(createTemplate, { body })).id);
  }

  const recap = { from: 'template', template: made.get('Weekly recap') ?? null } as const;
  const rules: (z.input<typeof RuleText> & { isOn: boolean })[] = [
    {
      name: 'Ready tag to review',
      trigger: { kind: 'post_tagged', tag: 'ready' },
      actions: [{ kind: 'submit' }],
      isOn: true,
    },
    {
      name: 'Weekly recap',
      trigger: { kind: 'time', every: 'week', weekday: 5, at: '16:00' },
      actions: [{ kind: 'draft', ...recap }],
      isOn: true,
    },
    {
      name: 'Approved to queue',
      trigger: { kind: 'post_moved', status: 'approved' },
      actions: [{ kind: 'schedule', set, when: 'queue' }],
      isOn: false,
    },
  ];
  for (const { isOn, ...text } of rules) {
    const proof = isOn ? (await call(tryRuleText, { body: text })).proof : undefined;
    const { id } = await call(createRule, { body: { ...text, proof } });
    if (isOn) await call(switchRule, { id, body: { on: true } });
  }
}
