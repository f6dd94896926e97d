import { forgetAskings } from '#web/features/assistant/asking/asking-store.ts';
import type { Editor } from '#web/features/editor/store/editor.ts';

let former: Editor | undefined;

/** Proposals stay until the page of a post is left. */
export function beginWith(editor: Editor) {
  if (former !== editor) forgetAskings();
  former = editor;
}
