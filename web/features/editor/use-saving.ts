import { useRef } from 'react';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import { isLocalTime } from '#contract/wall-time.ts';
import { autosave, useSave } from './save-content.ts';

/**
 * Saves what is in the editor, by hand and by itself.
 * @param at the local time that a new post gets, where its day was chosen in the calendar
 * @param onExists a new text was saved automatically
 */
export function useSaving(at: string | null, onExists: () => void) {
  const saveNow = useSave();
  // A new post of a day of the calendar gets its time once it is there.
  const meant = useRef(at);
  async function keepTime(made: Item | undefined) {
    const local = meant.current;
    if (!made || local === null || !isLocalTime(local)) return;
    meant.current = null;
    const { planDraft } = await import('#web/features/calendar/calendar-queries.ts');
    await planDraft(made.id, { local });
  }
  async function save(...what: Parameters<typeof saveNow>) {
    const made = await saveNow(...what);
    await keepTime([made].flat()[0] as Item | undefined);
    return made;
  }
  async function saveQuietly(...what: Parameters<typeof autosave>) {
    const items = await autosave(...what);
    const [root] = items;
    await keepTime(root);
    // A reload leads to the draft. The router is not told: it would begin with another editor.
    if (root && !what[1]) {
      history.replaceState(history.state, '', paths.editContent(root.id));
      onExists();
    }
    return items;
  }
  return { save, saveQuietly };
}
