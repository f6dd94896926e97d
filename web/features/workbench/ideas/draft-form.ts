import { create } from 'zustand';
import type { Draft, RunBody } from '#contract/assistant/runs.ts';
import type { ReadPage } from '#contract/assistant/sources.ts';
import type { Item } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { chosenWorkspace } from '#web/api/chosen-workspace.ts';
import { randomKey } from '#web/lib/random-key.ts';

export type Source = 'notes' | 'link' | 'post';

/** A draft that is proposed; its key makes it once. */
export type Proposed = Draft & { key: string };

export type DraftForm = {
  source: Source;
  notes: string;
  url: string;
  page: ReadPage | undefined;
  post: Item | undefined;
  /** What matters about it. */
  instruction: string;
  asThread: boolean;
  network: Network | undefined;
  folder: number | undefined;
  /** Undefined: that of the folder; null: none. */
  voice: number | null | undefined;
  drafts: readonly Proposed[];
  /** The keys of those that are chosen. */
  chosen: readonly string[];
};

const EMPTY: DraftForm = {
  source: 'notes',
  notes: '',
  url: '',
  page: undefined,
  post: undefined,
  instruction: '',
  asThread: false,
  network: undefined,
  folder: undefined,
  voice: undefined,
  drafts: [],
  chosen: [],
};

/** What was written stays while the page is open: a dialog is closed by mistake, too. */
const useStored = create<{ owner: string; form: DraftForm }>(() => ({ owner: '', form: EMPTY }));

/** The form of this person in this workspace. */
export function useDraftForm() {
  const owner = `${useAuth(({ user }) => user?.id)} ${chosenWorkspace()}`;
  const stored = useStored();
  const form = stored.owner === owner ? stored.form : EMPTY;
  const set = (change: Partial<DraftForm> | ((form: DraftForm) => Partial<DraftForm>)) =>
    useStored.setState(({ owner: before, form }) => {
      const present = before === owner ? form : EMPTY;
      return {
        owner,
        form: { ...present, ...(typeof change === 'function' ? change(present) : change) },
      };
    });
  return { form, set };
}

export const keyed = (draft: Draft, key = randomKey()): Proposed => ({ ...draft, key });

/** What was made is there no more: what it was made from stays, for others. */
export const withoutDrafts = { drafts: [], chosen: [] } satisfies Partial<DraftForm>;

/** A draft as one text. */
export const textOf = ({ parts }: Draft): string => parts.map(({ text }) => text).join('\n\n');

/** Whether there is something to make drafts from. */
export const hasSource = ({ source, notes, page, post }: DraftForm): boolean =>
  source === 'notes' ? notes.trim() !== '' : (source === 'link' ? page : post) !== undefined;

/** @param text of the existing post */
export function questionOf(form: DraftForm, text: string): RunBody {
  const { source, page } = form;
  const read = source === 'notes' ? form.notes : source === 'link' ? (page?.text ?? '') : text;
  return {
    action: 'draft',
    source,
    text: read,
    as_thread: form.asThread,
    instruction: form.instruction.trim() || null,
    ...(source === 'link' && page && { source_title: page.title, source_url: page.url }),
    ...(source === 'post' && form.post && { item: form.post.id }),
    ...(form.network && { network: form.network }),
    ...(form.folder !== undefined && { folder: form.folder }),
    ...(form.voice !== undefined && { voice: form.voice }),
  };
}
