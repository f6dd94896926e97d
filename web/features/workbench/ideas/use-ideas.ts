import { useState } from 'react';
import type { IdeaSource } from '#contract/assistant/actions.ts';
import type { Idea } from '#contract/assistant/runs.ts';
import { deleteItem } from '#contract/content/items.ts';
import { call } from '#web/api/client.ts';
import { refetchWhenSettled } from '#web/api/optimistic.ts';
import { contentKeys } from '#web/api/query.ts';
import { useRun } from '#web/features/assistant/runs/use-run.ts';
import { firstTime } from '#web/features/calendar/grid/grid-times.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { makeDraft } from './make-drafts.ts';

/** More are not sent again: they have long been forgotten. */
const MAX_SEEN = 100;

/** An idea that is shown; `draft`: what was made of it. */
export type Row = Idea & { key: string; draft?: number; isMaking?: boolean };

type Question = { subject: string; from: readonly IdeaSource[]; folder: number | null };

const showError = (error: unknown, otherwise: string) =>
  void toast({
    title: 'Error',
    description: (error as Error).message || otherwise,
    variant: 'destructive',
  });

/** An idea may be made once more, as another draft. */
const withoutDraft = ({ draft: _, ...idea }: Row): Row => ({ ...idea, key: randomKey() });

const textOf = ({ beginning, rest }: Row) => [beginning, rest].filter(Boolean).join('\n\n');

/** The ideas of this page, and what becomes of them. @param zone of the workspace */
export function useIdeas(zone: string) {
  const { run, start, stop } = useRun();
  const [rows, setRows] = useState<readonly Row[]>([]);
  /** The beginnings that were proposed. */
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [postsSent, setPostsSent] = useState<number>();
  const change = (key: string, part: Partial<Row>) =>
    setRows((rows) => rows.map((row) => (row.key === key ? { ...row, ...part } : row)));

  /** Ideas in place of those that no draft was made of. */
  async function ask({ subject, from, folder }: Question) {
    const made = rows.filter(({ draft }) => draft !== undefined);
    let written: Row[] = [];
    const show = () => setRows([...made, ...written]);
    show();
    const result = await start(
      {
        action: 'ideas',
        text: subject.trim() || null,
        from: [...from],
        ...(folder !== null && { folder }),
        not: seen.slice(-MAX_SEEN),
      },
      ({ index, entry }) => {
        const key = written[index]?.key ?? randomKey();
        written = written.toSpliced(index, 1, { ...(entry as Idea), key });
        show();
      },
    );
    if (result?.kind === 'ideas') {
      // A draft may have been made of those that came before.
      const known = new Set(written.map(({ beginning }) => beginning));
      const late = result.ideas.filter(({ beginning }) => !known.has(beginning));
      setRows((rows) => [...rows, ...late.map((idea) => ({ ...idea, key: randomKey() }))]);
      setPostsSent(result.posts_sent);
    }
    setSeen((seen) => [...seen, ...written.map(({ beginning }) => beginning)]);
  }

  /** @returns the id of the draft */
  async function make(row: Row, folder: number): Promise<number | undefined> {
    if (row.draft !== undefined || row.isMaking) return row.draft;
    change(row.key, { isMaking: true });
    try {
      const { id } = await makeDraft({
        key: row.key,
        folder,
        texts: [textOf(row)],
        at: row.day === null ? undefined : firstTime(row.day, zone),
      });
      change(row.key, { isMaking: false, draft: id });
      return id;
    } catch (error) {
      change(row.key, { isMaking: false });
      showError(error, 'The draft couldn’t be made.');
      return undefined;
    }
  }

  async function undo(row: Row) {
    if (row.draft === undefined) return;
    try {
      await call(deleteItem, { params: { id: String(row.draft) } });
      setRows((rows) => rows.map((other) => (other.key === row.key ? withoutDraft(other) : other)));
    } catch (error) {
      showError(error, 'The draft couldn’t be deleted.');
    }
    refetchWhenSettled(contentKeys);
  }

  const dismiss = (row: Row) => setRows((rows) => rows.filter(({ key }) => key !== row.key));
  return { run, stop, rows, postsSent, hasSeen: seen.length > 0, ask, make, undo, dismiss };
}
