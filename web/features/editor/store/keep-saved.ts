import type { Editor } from './editor.ts';
import { type EditorState, isDirty, isDue } from './editor-state.ts';
import type { UnsavedPlace } from './use-unsaved.ts';

/** How long nothing is changed before a draft is saved. A new text exists for others from then on. */
const PAUSE_MS = 3000;
const NEW_PAUSE_MS = 5000;
/** While somebody goes on writing, the draft is saved after this time. */
const LONGEST_MS = 10_000;
/** After failures the pause doubles, up to this. */
const MAX_PAUSE_MS = 60_000;

/**
 * Keeps what is written: on this device at each change, and on the server after a pause, or when the
 * page is hidden or closed. Returns a function that ends it.
 */
export function keepSaved(editor: Editor, place: UnsavedPlace, key: string): () => void {
  const { store } = editor;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | undefined;

  function keepOnDevice(state: EditorState) {
    const { fields, base, isDone } = state;
    const isKept = place.keep(
      isDone || !isDirty(state) ? null : { fields, version: base.saved?.version, key },
    );
    if (isKept !== state.isKept) editor.dispatch({ do: 'keep', isKept });
  }

  function schedule(state: EditorState) {
    clearTimeout(timer);
    if (!isDue(state)) {
      since = undefined;
      return;
    }
    since ??= Date.now();
    const { failures, base } = state;
    const pause = Math.min((base.saved ? PAUSE_MS : NEW_PAUSE_MS) * 2 ** failures, MAX_PAUSE_MS);
    const left = failures ? pause : Math.min(pause, since + LONGEST_MS - Date.now());
    timer = setTimeout(() => {
      since = undefined;
      void editor.saver.flush();
    }, left);
  }

  const onHidden = () => {
    const state = store.getState();
    if (document.visibilityState === 'hidden' && state.touched)
      void editor.saver.flush({ keepalive: true });
  };
  const unsubscribe = store.subscribe((state, before) => {
    const isOther = state.fields !== before.fields || state.base !== before.base;
    if (isOther || state.isDone !== before.isDone) keepOnDevice(state);
    if (isOther || isDue(state) !== isDue(before) || state.failures !== before.failures)
      schedule(state);
  });
  schedule(store.getState());
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onHidden);
  };
}
