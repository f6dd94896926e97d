import { useAuth } from '#web/api/auth-store.ts';
import type { ChosenAfterwards } from '#web/features/publishing/afterwards/afterwards-form.ts';
import type { Options } from './ChannelChoice.tsx';
import type { When } from './WhenField.tsx';

/**
 * What a person has chosen in the publish dialog for a post, on this device: over closing it, a
 * reload and in other tabs, until the post is published or scheduled.
 */
export type RememberedChoices = {
  chosen: readonly number[];
  options: Record<number, Options>;
  when: When;
  /** Absent in what was kept by earlier versions. */
  afterwards?: ChosenAfterwards;
};

type Entry = RememberedChoices & { post: number; at: number };

const MAX_POSTS = 20;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
/** Of all of them as text: first comments are among the options. */
const MAX_LENGTH = 100_000;

const keyOf = (workspace: number) =>
  `publish-choices-${useAuth.getState().user?.id ?? ''}-${workspace}`;

/** @returns undefined where nothing was chosen, or long ago */
export const rememberedChoices = (workspace: number, post: number): RememberedChoices | undefined =>
  read(workspace).find((entry) => entry.post === post);

export function rememberChoices(workspace: number, post: number, choices: RememberedChoices) {
  const entries = [{ ...choices, post, at: Date.now() }, ...others(workspace, post)];
  while (entries.length > MAX_POSTS || JSON.stringify(entries).length > MAX_LENGTH) entries.pop();
  store(workspace, entries);
}

export const forgetChoices = (workspace: number, post: number) =>
  store(workspace, others(workspace, post));

const others = (workspace: number, post: number) =>
  read(workspace).filter((entry) => entry.post !== post);

function read(workspace: number): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(workspace)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(stored: Partial<Entry> | null): stored is Entry {
  const { at = 0, chosen, options, when } = stored ?? {};
  const isRecent = Math.abs(Date.now() - at) < MAX_AGE_MS;
  return isRecent && Array.isArray(chosen) && typeof options === 'object' && !!when?.kind;
}

function store(workspace: number, entries: readonly Entry[]) {
  try {
    if (entries.length > 0) localStorage.setItem(keyOf(workspace), JSON.stringify(entries));
    else localStorage.removeItem(keyOf(workspace));
  } catch {
    // A full storage: they are kept while the dialog is open.
  }
}
