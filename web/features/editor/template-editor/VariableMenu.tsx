import { Clock, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Variable } from '#contract/content/templates.ts';
import {
  CaretMenu,
  CaretNote,
  CaretOption,
  menuPlace,
} from '#web/features/editor/mentions/CaretMenu.tsx';
import { useEditor } from '#web/features/editor/store/editor-context.ts';
import { KINDS } from '#web/features/reusable/templates/variable-kinds.ts';
import { isComposing } from '#web/lib/keyboard/keys.ts';
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
    setOpen({ field, ...found, ...menuPlace(field, found.from) });
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
    const { nativeEvent, ctrlKey, metaKey } = event;
    if (!open || !pointed || isComposing(nativeEvent) || ctrlKey || metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step)
      setIndex((Math.min(index, offered.length - 1) + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(pointed);
    else if (event.key === 'Escape') setOpen(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

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
      {open && pointed && (
        <CaretMenu id={id} label="Variables" field={open.field} place={open}>
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
        </CaretMenu>
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
    {heading && <CaretNote>{heading}</CaretNote>}
    <CaretOption isPointed={isPointed} onChoose={onChoose}>
      <Icon size={14} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{entry.label}</span>
      <code className="text-muted text-xs">{entry.name}</code>
    </CaretOption>
  </>
);
