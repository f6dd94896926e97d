import type { Failure, FailureKind } from '#contract/assistant/state.ts';

type Details = Partial<Omit<Failure, 'kind' | 'usage'>>;

/** Why a run has no result. Nothing of what was asked or answered is in it. */
export class AssistantError extends Error {
  override name = 'AssistantError';
  readonly kind: FailureKind;
  readonly details: Details;
  constructor(kind: FailureKind, details: Details = {}, cause?: unknown) {
    super(`the assistant failed: ${kind}`, { cause });
    this.kind = kind;
    this.details = details;
  }
}
