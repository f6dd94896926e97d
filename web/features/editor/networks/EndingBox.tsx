import { Pin } from 'lucide-react';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { useEndingsShown } from './use-ending.ts';

export type EndingBoxProps = { network: Network };

/** What is always at the end of the text on a network, to be taken off this post. */
export function EndingBox({ network }: EndingBoxProps) {
  const editor = useEditor();
  const off = useEditorState(({ fields }) => fields.endings_off);
  const locked = useEditorState(isLocked);
  const ending = useEndingsShown()(network, 'off');
  if (!ending) return null;
  const { snippet, text } = ending;
  const isOff = off.includes(snippet);
  const name = NETWORK_NAMES[network];
  const change = (next: number[]) => editor.edit({ endings_off: next });
  return (
    <section
      aria-label={`At the end on ${name}`}
      className="flex min-h-13 items-center gap-3 rounded-base border border-line bg-sunken px-3 py-2"
    >
      <Pin size={16} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="text-muted text-xs">
          {isOff ? `Taken off this post on ${name}` : `Always at the end on ${name}`}
        </p>
        <p dir="auto" className={isOff ? 'truncate text-muted line-through' : 'truncate'}>
          {text}
        </p>
      </div>
      {!locked &&
        (isOff ? (
          <Button variant="link" onClick={() => change(off.filter((id) => id !== snippet))}>
            Put back
          </Button>
        ) : (
          <Button variant="link" onClick={() => change([...off, snippet])}>
            Take off
          </Button>
        ))}
    </section>
  );
}
