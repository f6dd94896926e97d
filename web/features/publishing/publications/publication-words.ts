import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { Publication, StopCause, StopReason } from '#contract/publishing/publications.ts';
import type { Offer } from '#contract/publishing/stops.ts';
import { withBase } from '#web/lib/base.ts';
import { nameOf, plural } from '#web/lib/text.ts';
import { timeOfDay, zonedTime } from '#web/lib/time/time.ts';

/** Sentences about publications. */

type Facts = { publication: Publication; zone: string };

export const networkOf = ({ channel }: Publication) => NETWORK_NAMES[channel.network];

/** Where a published post is; a practice account is a page of this server. */
export const linkOf = ({ url, channel }: Publication): string | null =>
  url ?? (channel.network === 'practice' ? withBase(paths.practice(channel.id)) : null);

const progress = ({ sent, parts }: Publication) => `${sent} of ${parts} published`;

/** How much of it readers still see. */
const present = (publication: Publication) => {
  const { sent, removed } = publication;
  return `${sent - removed} of ${plural(sent, 'part')} still on ${networkOf(publication)}`;
};

/** How a publication has ended that was cancelled. */
function ended(publication: Publication) {
  const { sent, removed } = publication;
  if (sent === 0) return 'Cancelled';
  if (removed === sent) return 'Deleted';
  return removed === 0 ? 'Left as it is' : `Left with ${present(publication)}`;
}

/** Why something is still there that was to be deleted. */
const notDeleted = ({ removal_failure: failure, sent, removed }: Publication) =>
  failure !== null && removed < sent ? ` · not deleted: ${failure.replace(/\.$/, '')}` : '';

/** Whether nothing happens before some seconds. */
export const waitsAWhile = ({ next_attempt_at }: Publication) =>
  next_attempt_at !== null && Date.parse(next_attempt_at) > Date.now() + 5000;

/** One line of facts: when, and how far it is. */
export function factsOf({ publication, zone }: Facts): string {
  const { state, detail, due_at, next_attempt_at, ended_by, ended_at, created_by } = publication;
  const when = zonedTime(due_at, zone);
  switch (state) {
    case 'proposed':
      return `Proposed by ${nameOf(created_by)} for ${when}`;
    case 'scheduled':
      return `${when}${publication.parts > 1 ? ` · ${plural(publication.parts, 'part')}` : ''}`;
    case 'publishing': {
      const waits = waitsAWhile(publication);
      const goesOn =
        waits && next_attempt_at ? ` · resumes at ${timeOfDay(next_attempt_at, zone)}` : '';
      return `${progress(publication)}${goesOn}${detail && waits ? `: ${detail}` : ''}`;
    }
    case 'cancelled': {
      const by = ended_by ? ` by ${nameOf(ended_by)}` : '';
      return `${ended(publication)}${by} on ${zonedTime(ended_at ?? due_at, zone)}${notDeleted(publication)}`;
    }
    case 'published':
      return `${when} · ${publication.removed > 0 ? present(publication) : progress(publication)}${notDeleted(publication)}`;
    default:
      return `${when} · ${progress(publication)}`;
  }
}

const CONTINUED: readonly (StopReason | null)[] = ['rejected', 'operator', 'exhausted', 'changed'];

/** Whether a stopped publication continues with the present text, once a person retries it. */
export const continues = ({ reason, cause, sendable }: Publication) =>
  CONTINUED.includes(reason) && cause !== 'parent' && sendable.includes('present');

/** The buttons of what has stopped, the likely one last; some take a right or a post beside. */
export function offersOf(publication: Publication): Offer[] {
  const { reason, cause, sendable } = publication;
  const isChanged = reason === 'changed';
  const isParent = cause === 'parent';
  const offers: [Offer, boolean][] = [
    ['send it', reason === 'unknown'],
    ['it was published', reason === 'unknown'],
    ['new time', reason === 'late'],
    ['publish now', reason === 'late'],
    ['reconnect', reason === 'reconnect'],
    ['publish as approved', isChanged && sendable.includes('scheduled')],
    ['review the change', isChanged && cause !== 'policy'],
    ['take the new text', isChanged && sendable.includes('source')],
    ['leave it', isParent],
    ['edit', (reason === 'rejected' && !isParent) || cause === 'policy'],
    ['continue', continues(publication)],
  ];
  return offers.flatMap(([offer, isOffered]) => (isOffered ? offer : []));
}

const RESTORED =
  'This server was restored from a backup, and its original may have published this since.';

/** Why a network was given up, by the cause; without one it did not respond. */
const exhaustions = (network: string, detail: string | null): Record<string, string> => ({
  limited: `${network} has accepted no more posts from this account for 24 hours.`,
  unavailable: `${network} has responded with errors for 24 hours: ${(detail ?? 'it is unavailable').replace(/\.$/, '')}.`,
  processing: detail ?? `${network} has been processing a file for hours.`,
});

/** What was scheduled lacks an approval, by the cause. */
const LOST: Partial<Record<StopCause, string>> = {
  taken_back: 'The approval was taken back.',
  policy: 'This text isn’t approved.',
};

/** What stopped, and what that means: in words for a person who mends it. */
export function explain(
  publication: Publication,
  { count, part, attempts }: { count: number; part: number; attempts: number },
  { lateMinutes, zone }: { lateMinutes: number; zone: string },
): { title: string; text: string } {
  const network = networkOf(publication);
  const { reason, cause, detail, channel, sent, parts, due_at } = publication;
  const number = part + 1;
  const waiting = `${plural(count, 'post')} ${count === 1 ? 'waits' : 'wait'} for it.`;
  const published = sent === 0 ? 'No part was published.' : `${sent} of ${parts} published.`;
  switch (reason) {
    case 'unknown':
      return {
        title: `It isn’t known whether ${network} published ${parts > 1 ? `part ${number}` : 'this'}.`,
        text:
          cause === 'copied'
            ? `${RESTORED} Check the channel, then report what you see.`
            : `${network} didn’t confirm the text that was sent, and can’t be checked automatically. Check the channel, then report what you see.`,
      };
    case 'late': {
      if (cause === 'copied')
        return {
          title: 'This was due since the backup.',
          text: `${RESTORED} Check the channel, then publish it or give it a new time.`,
        };
      const minutes = Math.max(1, Math.round((Date.now() - Date.parse(due_at)) / 60_000));
      const late =
        minutes >= 120 ? plural(Math.round(minutes / 60), 'hour') : plural(minutes, 'minute');
      return {
        title: detail ?? 'This wasn’t sent on time.',
        text: `It is ${late} late, more than the ${plural(lateMinutes, 'minute')} this workspace allows.`,
      };
    }
    case 'exhausted':
      return {
        title:
          exhaustions(network, detail)[cause ?? ''] ?? `${network} didn’t respond for 24 hours.`,
        text: `${attempts > 0 ? `${plural(attempts, 'attempt')} since ${zonedTime(due_at, zone)}. ` : ''}${published}`,
      };
    case 'reconnect':
      if (cause === 'sealed')
        return {
          title: `This server can’t read its stored access to ${channel.handle}.`,
          text: `It was stored with another SECRET. Reconnect the account. ${waiting}`,
        };
      return {
        title: `${network} no longer accepts the connection to ${channel.handle}.`,
        text: `${waiting} ${count === 1 ? 'It resumes' : 'They resume'} when the account is reconnected.`,
      };
    case 'operator':
      return {
        title: detail ?? `${network} refused this server.`,
        text: `Retry once the operator of this server has fixed this. ${waiting}`,
      };
    case 'changed':
      return {
        title: (cause && LOST[cause]) ?? 'The scheduled text is no longer approved.',
        text: `${detail ?? 'It was changed after it was scheduled.'}${howToMend(publication)}`,
      };
    default:
      return explainRefusal(publication, part);
  }
}

/** What a person does where the present text may not be published. */
const howToMend = ({ sendable }: Publication) => {
  if (sendable.includes('source')) return ' Take the new text to continue.';
  return sendable.includes('present') ? '' : ' Have the text approved, then publish it.';
};

/** What its network refused, or what would be refused: `part`: its position. */
function explainRefusal(publication: Publication, part: number) {
  const { cause, detail, sent, parts, sendable } = publication;
  const network = networkOf(publication);
  const number = part + 1;
  const which = parts > 1 ? `part ${number}` : 'this';
  const why = (detail ?? '').replace(/\.$/, '');
  const published = sent > 0 ? `${sent} of ${parts} published. ` : '';
  if (cause === 'parent')
    return {
      title: `Part ${part} is no longer on ${network}.`,
      text: `${published}Part ${number} replies to it, so the thread can’t continue there. Leave it as it is, or delete what is published and publish the thread again.`,
    };
  const approved = sendable.includes('present') ? '' : ' and have it approved';
  const text = `${published}Change ${which}${approved}, then retry to continue from there.`;
  if (cause === 'checks')
    return {
      title: `${parts > 1 ? `Part ${number}` : 'This'} can’t be published on ${network}: ${why}.`,
      text,
    };
  return { title: `${network} refused ${which}: ${why}.`, text };
}
