import { Clock, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Variable } from '#contract/content/templates.ts';
import { useEditor } from '#web/features/editor/editor-context.ts';
import { KINDS } from '#web/features/templates/variable-kinds.ts';
import { caretPlace } from '#web/lib/caret-place.ts';
import { classes } from '#web/lib/classes.ts';
import { type Offered, offeredFor, typedBefore } from './offered-variables.ts';

type Props = {
  variables: readonly Variable[];
  onDeclare: (name: string) => void;
  children: ReactNode;
};

type Open = { field: HTMLTextAreaElement; from: number; typed: string; top: number; left: number };

const HEADINGS: Partial<Record<Offered['kind'], string>> = {
  declare: 'Variables',
  variable: 'Variables',
  fixed: 'Filled in when it goes out',
};
const WIDTH = 300;

/** Offers variables at the caret, once `{{` is typed in a text of the template. */
export function VariableMenu({ variables, onDeclare, children }: Props) {
  const editor = useEditor();
  const id = useId();
  const [open, setOpen] = useState<Open>();
  const [index, setIndex] = useState(0);
  const offered = open ? offeredFor(open.typed, variables) : [];
  const pointed = offered[Math.min(index, offered.length - 1)];

  function look(target: EventTarget) {
    const field = target instanceof HTMLTextAreaElement && target.dataset.field ? target : null;
    const found = field && typedBefore(field.value, field.selectionStart);
    if (!field || !found) return setOpen(undefined);
    const box = field.parentElement?.getBoundingClientRect();
    const place = caretPlace(field, found.from);
    const most = Math.max(0, (box?.width ?? WIDTH) - WIDTH);
    setOpen({ field, ...found, top: place.bottom, left: Math.min(place.left, most) });
    setIndex(0);
  }

  function choose({ name, kind }: Offered) {
    if (!open) return;
    const { field, from } = open;
    if (kind === 'declare') onDeclare(name);
    const caret = field.selectionStart;
    const closed = /^\}{0,2}/.exec(field.value.slice(caret))?.[0].length ?? 0;
    editor.replace(field.dataset.field ?? '', from, caret + closed, `{{${name}}}`);
    setOpen(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open || !pointed || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
      return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step)
      setIndex((Math.min(index, offered.length - 1) + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(pointed);
    else if (event.key === 'Escape') setOpen(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const box = open?.field.getBoundingClientRect();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields in it
    <div
      onInput={({ target }) => look(target)}
      onKeyDownCapture={onKeyDown}
      onSelect={({ target }) => open && look(target)}
      onBlur={() => setOpen(undefined)}
      className="flex min-h-[50dvh] flex-col gap-4"
    >
      {children}
      {open && box && pointed && (
        <div
          id={id}
          role="listbox"
          aria-label="Variables"
          style={{ top: box.top + open.top + 4, left: box.left + open.left, width: WIDTH }}
          className="fixed z-40 max-h-72 overflow-y-auto rounded-base border border-line bg-surface p-1 shadow-float"
        >
          {offered.map((entry, at) => (
            <VariableOption
              key={`${entry.kind} ${entry.name}`}
              entry={entry}
              heading={
                HEADINGS[entry.kind] === HEADINGS[offered[at - 1]?.kind ?? ('' as never)]
                  ? undefined
                  : HEADINGS[entry.kind]
              }
              icon={iconOf(entry, variables)}
              isPointed={entry === pointed}
              onChoose={() => choose(entry)}
            />
          ))}
        </div>
      )}
      <span role="status" className="sr-only">
        {pointed && `${pointed.label}, ${offered.length} offered`}
      </span>
    </div>
  );
}

function iconOf({ name, kind }: Offered, variables: readonly Variable[]) {
  if (kind === 'declare') return Plus;
  const variable = variables.find((entry) => entry.name === name);
  return kind === 'variable' && variable ? KINDS[variable.kind].icon : Clock;
}

type OptionProps = {
  entry: Offered;
  heading: string | undefined;
  icon: ReturnType<typeof iconOf>;
  isPointed: boolean;
  onChoose: () => void;
};

const VariableOption = ({ entry, heading, icon: Icon, isPointed, onChoose }: OptionProps) => (
  <>
    {heading && (
      <p role="presentation" className="px-2 pt-2 pb-1 text-muted text-xs">
        {heading}
      </p>
    )}
    {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text */}
    <div
      role="option"
      aria-selected={isPointed}
      // The text keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        onChoose();
      }}
      className={classes(
        'flex h-8 cursor-pointer items-center gap-2 rounded px-2 text-[13px] max-md:h-11',
        isPointed ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Icon size={14} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{entry.label}</span>
      <code className="text-muted text-xs">{entry.name}</code>
    </div>
  </>
);
