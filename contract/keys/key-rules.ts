import type { DeclaredEndpoint } from '../endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { CONTENT_RULES } from './content-rules.ts';
import type { KeyRule } from './limits.ts';
import { WORKSPACE_RULES } from './workspace-rules.ts';

type NameOf<E> = E extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;
type ForMembers<E> = E extends { access: 'public' } ? never : E;

/**
 * What each endpoint takes of a key: the only place that says so. An endpoint that is not listed does
 * not compile. A key that is for some folders or channels is refused where nothing says how that is
 * checked: what was forgotten is closed.
 */
const KEY_RULES: Record<NameOf<ForMembers<DeclaredEndpoint>>, KeyRule> = {
  ...CONTENT_RULES,
  ...WORKSPACE_RULES,
};

const rules: Readonly<Record<string, KeyRule>> = KEY_RULES;

/** @throws where an endpoint that takes a caller has no rule */
export function keyRuleOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): KeyRule {
  const rule = rules[`${method} ${path}`];
  if (!rule) throw new Error(`contract/keys does not say what ${method} ${path} takes`);
  return rule;
}
