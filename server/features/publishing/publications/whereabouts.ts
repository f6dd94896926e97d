import type { AttemptStep, Outcome } from '#contract/publishing/publications.ts';

/**
 * What is at the network, as the attempts say it: pure. Migration 0108 has `isUnknown` for statements,
 * as `is_unknown`, `whereabouts` (0148) and `afterward_whereabouts`; a test compares them. Whatever holds,
 * lists, cancels, moves or sends something asks this, and no attempt by itself.
 *
 * Two questions differ where a network recognises a repetition. Whether something is looked for next:
 * no, it is sent again, so that pauses hold it. Whether it may be there: yes, so that it keeps its
 * text, and is not called cancelled.
 */

/** An outcome is null where the attempt has not ended, or its worker died. */
export type Tried = { step: AttemptStep; outcome: Outcome | null };

/**
 * `maybe`: what was sent last may be there, whatever is known of parts before it, and is looked for.
 * `partly`: some parts are out. Of what is `nowhere` nothing was begun that anyone could see.
 */
export type Whereabouts = 'nowhere' | 'maybe' | 'partly' | 'out';

/** Whether a call that publishes may have had an effect, as far as it has said itself. */
export const isUnknownSend = ({ step, outcome }: Tried) =>
  step === 'send' && (outcome === 'unknown' || outcome === null);

/** What looking for a part brings where it may be sent again. */
const SETTLED = new Set<Outcome | null>(['absent', 'repeatable']);

/**
 * Whether a part, or what is done afterwards, may be there, for those who would call it cancelled or
 * send another text: that a call can be repeated is enough to send it again, and says nothing of it
 * (`afterward_may_be_out` in migration 0111).
 */
export const mayBeOut = ({ attempts }: { attempts: readonly Tried[] }): boolean =>
  attempts.some(
    ({ step, outcome }, index) =>
      (step === 'send' || step === 'remove') &&
      (outcome === null || outcome === 'unknown' || outcome === 'processing') &&
      !attempts.slice(index + 1).some(showsNoEffect),
  );

const showsNoEffect = ({ step, outcome }: Tried) =>
  (step === 'find' && outcome === 'absent') ||
  (step === 'send' && outcome === 'rejected') ||
  (step === 'remove' && outcome !== null);

/** Whether the last attempt to send may have succeeded, and nothing has shown since that it has not. */
export function isUnknown({ attempts }: { attempts: readonly Tried[] }): boolean {
  const last = attempts.findLastIndex(({ step }) => step === 'send');
  if (last < 0) return false;
  const outcome = attempts[last]?.outcome;
  // What was sent and is being processed is looked for like what may have been sent.
  if (outcome !== null && outcome !== 'unknown' && outcome !== 'processing') return false;
  return !attempts.slice(last + 1).some((attempt) => SETTLED.has(attempt.outcome));
}

type Part = { isSent: boolean; attempts: readonly Tried[] };

/**
 * Whether a part that is not known to be out may be. A call publishes all of its parts or none: what is
 * known of the first of these holds for those behind it, which the same call had.
 * @param parts in their order
 */
export function partsMayBeOut(parts: readonly Part[]): boolean {
  const first = parts.find(({ isSent }) => !isSent);
  return first !== undefined && mayBeOut(first);
}

/** What is at the network of the parts of a publication, in their order; of none, nothing. */
export function whereabouts(parts: readonly Part[]): Whereabouts {
  if (partsMayBeOut(parts)) return 'maybe';
  const sent = parts.filter(({ isSent }) => isSent).length;
  if (sent === 0) return 'nowhere';
  return sent < parts.length ? 'partly' : 'out';
}
