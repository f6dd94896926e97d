import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { Additions } from '#contract/publishing/additions.ts';
import { ApiError } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useCan } from '#web/api/workspace.ts';
import {
  type MissingField,
  missingIn,
  sentAfterwards,
} from '#web/features/publishing/afterwards/afterwards-form.ts';
import { cancelAll, publish } from '#web/features/publishing/publications/publishing-queries.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { plural } from '#web/lib/text.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { followPublishing } from './follow-publishing.ts';
import { doneText } from './publish-words.ts';
import { forgetChoices } from './remembered-choices.ts';
import type { Subject } from './subject.ts';
import type { Choices } from './use-choices.ts';
import type { When } from './WhenField.tsx';

const UNDO_MS = 8000;

type Props = {
  subject: Subject;
  workspace: number;
  /** What is shown to be added to the text of the only post. */
  additions: Additions | undefined;
  onClose: () => void;
};

/** Publishes posts as chosen, and says what was left out. */
export function useSubmit({ subject, workspace, additions, onClose }: Props, choices: Choices) {
  const { going, isTime, afterwards } = choices;
  const decides = useCan('decide');
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | MissingField>();
  const [sending, setSending] = useState(false);
  // The same for every attempt of the same request: after a lost response nothing is published twice.
  const last = useRef({ request: '', key: '' });

  async function send(when: When, time: Choices['time']) {
    const body = bodyOf(subject, choices, additions, when, time);
    // What is added may be another one by then; the request is the same.
    const { additions: _, ...asked } = body;
    const request = JSON.stringify(asked);
    if (last.current.request !== request) last.current = { request, key: randomKey() };
    const { publications, refused } = await publish(subject.items, body, last.current.key);
    if (refused.length > 0)
      setFailure(
        `${plural(refused.length, 'post')} of ${subject.items.length} left out: ${refused[0]?.detail}`,
      );
    if (publications.length > 0 || refused.length === 0)
      announce(
        publications.map(({ id }) => id),
        when,
      );
    if (refused.length > 0) return;
    if (subject.post !== undefined) forgetChoices(workspace, subject.post);
    onClose();
  }

  function announce(ids: number[], when: When) {
    if (!decides)
      return toast({ title: 'Proposed', description: 'It will be scheduled once it is approved.' });
    toast({
      title: 'Success',
      description: doneText(going, when),
      ...(when.kind !== 'now' && {
        duration: UNDO_MS,
        action: { label: 'Undo', run: () => void cancelAll(ids) },
      }),
    });
    // Afterwards: what is out already replaces the toast.
    if (when.kind === 'now')
      followPublishing(subject.items, ids, () => void navigate(paths.attention));
  }

  /** @param queued into the queue, whatever time is chosen */
  async function submit(queued = false) {
    if (going.length === 0 || (!isTime && !queued) || sending) return;
    const { when, time } = queued ? ({ when: { kind: 'queue' }, time: 'queue' } as const) : choices;
    const missing = missingIn(afterwards);
    if (missing) return setFailure(missing);
    setSending(true);
    setFailure(undefined);
    await send(when, time)
      .catch((error) => {
        setFailure(sentenceOf(error) || 'That didn’t work. Nothing was changed.');
        if (error instanceof ApiError) showAdditions(subject);
      })
      .finally(() => setSending(false));
  }

  return { submit, sending, ...shownOf(failure) };
}

/** What failed, as a sentence, and the field that has to be filled in. */
const shownOf = (failure: string | MissingField | undefined) =>
  typeof failure === 'object'
    ? { failure: failure.text, missing: failure }
    : { failure, missing: undefined };

/** What was chosen for these channels. */
const only = <Value>(chosen: Record<string, Value>, ids: readonly number[]) =>
  Object.fromEntries(Object.entries(chosen).filter(([id]) => ids.includes(Number(id))));

/** The first message of the API, without the name of its field. */
const sentenceOf = (error: unknown) =>
  (error instanceof ApiError && Object.values(error.fields)[0]?.[0]) || (error as Error).message;

/** What is asked for, with what was shown to be added. */
function bodyOf(
  subject: Subject,
  { going, filled, afterwards }: Choices,
  additions: Additions | undefined,
  when: When,
  time: Choices['time'],
) {
  const channels = going.map(({ id }) => id);
  const options = only(filled, channels);
  // Names that are filled into options are added with these.
  const isShown = !JSON.stringify(options).includes('{{');
  return {
    ...{ channels, at: time, options, afterwards: sentAfterwards(afterwards, going) },
    ...(additions && isShown && { additions: additions.digest }),
    ...(subject.version && { version: subject.version }),
    ...(when.kind === 'at' && when.every && { every: when.every }),
  };
}

/** After a refusal they may be others: they are shown before it is tried again, also beside accounts. */
function showAdditions({ items: [item] }: Subject) {
  if (item === undefined) return;
  void queryClient.invalidateQueries({ queryKey: keys.additions(item) });
  void queryClient.invalidateQueries({ queryKey: keys.publishingChecks(item) });
}
