import { Check, Circle, CloudOff, LoaderCircle } from 'lucide-react';
import { useEditorState } from './editor-context.ts';
import { type EditorState, isUnsaved, mayAutosave } from './editor-state.ts';

const icons = {
  Saved: Check,
  'Saving…': LoaderCircle,
  'Offline, kept on this device': CloudOff,
};

/** Whether what was written is saved, in words. */
function savedState(state: EditorState): string {
  if (state.request) return 'Saving…';
  if (!isUnsaved(state)) return state.base.saved ? 'Saved' : '';
  if (!state.isKept) return 'Not saved';
  if (state.isOffline) return 'Offline, kept on this device';
  // It saves itself in a moment.
  if (mayAutosave(state) && state.touched && !state.failures) return 'Editing…';
  return 'Not saved · kept on this device';
}

/** Whether what was written is saved; on a phone, as an icon. */
export function EditorSaved({ gone }: { gone: boolean }) {
  const state = useEditorState(savedState);
  const text = gone ? 'Deleted' : state;
  const Icon = Object.hasOwn(icons, text) ? icons[text as keyof typeof icons] : Circle;
  return (
    <p
      role="status"
      title={text}
      className="ml-auto flex min-w-4 items-center gap-1.5 truncate text-[13px] text-muted sm:min-w-11"
    >
      {text && <Icon size={16} aria-hidden className="shrink-0" />}
      <span className="truncate max-sm:sr-only">{text}</span>
    </p>
  );
}
