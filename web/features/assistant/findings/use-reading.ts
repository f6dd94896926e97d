import { useState } from 'react';
import { useRun } from '#web/features/assistant/runs/use-run.ts';
import { useComment } from '#web/features/content/comments/comment-queries.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { useFindings } from './open-findings.ts';
import {
  isSame,
  type Mark,
  moved,
  passageOf,
  type Reading,
  readingOf,
  taken,
  textWith,
  without,
} from './reading.ts';

/** What is read, and what can be done to it. */
export type ReadHost = {
  item: number;
  folder: number | null;
  language: string | null;
  /** The parts as they are now. */
  texts: readonly string[];
  mayComment: boolean;
  /**
   * Changes a part; undefined where the person may not.
   * @param undone called where that is undone
   * @throws where it could not be changed, which is said
   */
  take?: ((part: number, text: string, undone: () => void) => unknown) | undefined;
};

/** Of a passage that is commented on, in characters. */
const MAX_QUOTED = 300;

const setReading = (reading: Reading | null) => useFindings.setState({ reading });

/** A post that is read as an editor, and what is done with the findings. */
export function useReading(host: ReadHost) {
  const { item, folder, language, texts } = host;
  const found = useFindings((state) => state.reading);
  const reading = found?.item === item ? found : null;
  const { run, start } = useRun();
  const [isBusy, setBusy] = useState(false);

  async function read() {
    let voice: string | null = null;
    const result = await start(
      { action: 'review', parts: [...texts], item, folder, language },
      undefined,
      (name) => {
        voice = name;
      },
    );
    if (result?.kind === 'findings') setReading(readingOf(item, texts, result.findings, voice));
  }

  async function take(mark: Mark) {
    if (!reading || !host.take || isBusy) return;
    setBusy(true);
    try {
      await host.take(mark.part, textWith(reading, mark), () => setReading(reading));
      setReading(taken(reading, mark));
    } catch {
      // It has been said why.
    } finally {
      setBusy(false);
    }
  }

  const dismiss = (mark: Mark) => reading && setReading(without(reading, mark));

  const commenting = useCommenting(item, reading, dismiss);
  const move = (by: 1 | -1) => reading && setReading(moved(reading, by));
  const isChanged = reading !== null && !isBusy && !isSame(reading.texts, texts);
  const open = reading?.marks.find(({ number }) => number === reading.focused);
  useKeyActions(
    open && !isChanged
      ? {
          n: () => move(1),
          N: () => move(-1),
          x: () => dismiss(open),
          ...(host.mayComment && { c: () => commenting.comments(open, '') }),
        }
      : {},
    true,
  );
  return {
    reading,
    run,
    read,
    isBusy,
    isChanged,
    take,
    dismiss,
    ...commenting,
    move,
    focus: (number: number) =>
      reading && reading.focused !== number && setReading({ ...reading, focused: number }),
  };
}

/** The comment on a finding that is being written: at first it quotes the passage. */
function useCommenting(item: number, reading: Reading | null, dismiss: (mark: Mark) => unknown) {
  const add = useComment(item);
  const [comment, setComment] = useState<{ number: number; text: string }>();
  function comments(mark: Mark, text: string | undefined) {
    if (text === undefined) return setComment(undefined);
    const passage = reading ? passageOf(reading, mark).slice(0, MAX_QUOTED) : '';
    const quoted = passage === '' ? mark.says : `“${passage}”: ${mark.says}`;
    setComment({ number: mark.number, text: comment?.number === mark.number ? text : quoted });
  }
  async function send(mark: Mark, text: string) {
    await add.mutateAsync({ text });
    setComment(undefined);
    dismiss(mark);
  }
  return { comment, comments, send };
}
