import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant } from '../http/fields.ts';

/**
 * Texts that the assistant proposes because a rule asked it (docs/domain/automation.md,
 * 'Automation').
 */

const Proposal = z.object({
  id: z.int(),
  /** Null where the rule was deleted. */
  rule: z.int().nullable(),
  rule_name: z.string(),
  /** What was asked for: ‘fix its spelling’. */
  asked: z.string(),
  host: z.string(),
  model: z.string(),
  at: Instant,
  /** Whether the text has changed since it was asked about. */
  is_stale: z.boolean(),
  /** The parts of the post for which there is another text, in their order. */
  parts: z.array(
    z.object({
      item: z.int(),
      /** The text that was asked about. */
      before: z.string(),
      after: z.string(),
    }),
  ),
});
export type RuleProposal = z.output<typeof Proposal>;

export const listProposals = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/proposals/',
  access: 'read',
  summary: 'Texts that rules had the assistant propose for a post, the latest first',
  params: IdParams,
  response: z.array(Proposal),
});

export const takeProposal = endpoint({
  method: 'POST',
  path: '/api/rule-proposals/:id/take/',
  access: 'write',
  summary:
    'Note that a proposal was taken: it is gone then. The text itself is saved like what a person types, with `assisted`',
  params: IdParams,
});

export const discardProposal = endpoint({
  method: 'DELETE',
  path: '/api/rule-proposals/:id/',
  access: 'write',
  summary: 'Discard a proposal; the text stays as it is',
  params: IdParams,
});
