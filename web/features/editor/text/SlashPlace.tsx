import { SquareSlash } from 'lucide-react';
import { useEffect } from 'react';
import { useEditor } from '#web/features/editor/store/editor-context.ts';
import { laterComponent } from '#web/lib/later.ts';
import { useOfferedActions } from '#web/lib/page-actions.ts';
import { IconAction } from './IconAction.tsx';
import { closeSlash, pressSlash, slashTyped, useOpenSlash } from './open-slash.ts';
import type { SlashMenuProps } from './SlashMenu.tsx';

/** Loaded when it is opened. */
const SlashMenu = laterComponent<SlashMenuProps>(
  () => import('./SlashMenu.tsx').then((module) => module.SlashMenu),
  { isExtra: true, isRare: true },
);

/** What `/` opens in a text; once in an editor. @param isPattern whether the text is of a template */
export function SlashPlace({ isPattern = false }: { isPattern?: boolean }) {
  const editor = useEditor();
  const open = useOpenSlash((state) => state.open);
  useOfferedActions({
    heading: 'Text',
    actions: [
      {
        label: 'Insert snippet…',
        also: 'hashtags signature slash',
        icon: SquareSlash,
        hint: '/',
        run() {
          const { part, fields } = editor.store.getState();
          const first = fields.parts.find(({ key }) => key === part) ?? fields.parts[0];
          // The palette gives the focus back first.
          if (first) setTimeout(pressSlash, 0, editor, first.key);
        },
      },
    ],
  });
  useEffect(() => {
    const onInput = (event: Event) => {
      const typed = slashTyped(event);
      if (typed) useOpenSlash.setState({ open: typed });
    };
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('input', onInput);
      closeSlash();
    };
  }, []);
  return open && <SlashMenu key={`${open.field} ${open.from}`} open={open} isPattern={isPattern} />;
}

/** Opens it at the caret of a part, by its key. */
export function SlashTool({ part, label }: { part: string; label: string }) {
  const editor = useEditor();
  return (
    <IconAction
      label={`Insert into ${label}`}
      title="Snippets and more (/)"
      onClick={() => pressSlash(editor, part)}
    >
      <SquareSlash size={16} aria-hidden />
    </IconAction>
  );
}
