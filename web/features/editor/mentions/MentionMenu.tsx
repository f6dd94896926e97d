import { AtSign } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  isHandle,
  type Mention,
  mentionName,
  mentionOf,
  typedMention,
  writtenMention,
} from '#contract/content/mentions.ts';
import { tokensIn } from '#contract/content/variables.ts';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { isComposing } from '#web/lib/keyboard/keys.ts';
import { Button } from '#web/ui/Button.tsx';
import { menuPlace } from './CaretMenu.tsx';
import { MentionDialog } from './MentionDialog.tsx';
import { type Offered, PeopleList, spoken } from './PeopleList.tsx';
import { usePeople } from './use-people.ts';

export type MentionMenuProps = { form: RefObject<HTMLElement | null> };

/** Where a text is replaced. */
type Span = { field: HTMLTextAreaElement; from: number; to: number; top: number; left: number };
type Open = Span & ({ typed: string } | { mention: Mention });
/** `was`: what is replaced, by which it is found again: others may write while the dialog is open. */
type Edited = Span & { mention: Mention; isNew: boolean; was: string };

/** What is open for the caret of a field. */
function openAt(field: HTMLTextAreaElement): Open | undefined {
  const { value, selectionStart: caret, selectionEnd } = field;
  if (caret !== selectionEnd || field.readOnly) return undefined;
  const typed = typedMention(value, caret);
  if (typed) return { field, ...typed, to: caret, ...menuPlace(field, typed.from) };
  const token = tokensIn(value).find(({ start, end }) => start < caret && caret < end);
  const mention = token && !token.isLiteral && mentionOf(token.name);
  if (!token || !mention) return undefined;
  const { start: from, end: to } = token;
  return { field, mention, from, to, ...menuPlace(field, from) };
}

/** Offers people at the caret once `@` is typed in a text, and the handles of who is mentioned there. */
export function MentionMenu({ form }: MentionMenuProps) {
  const editor = useEditor();
  const readOnly = useEditorState(isLocked);
  const [open, setOpen] = useState<Open>();
  const [index, setIndex] = useState(0);
  const [edited, setEdited] = useState<Edited>();
  const typed = open && 'typed' in open ? open.typed : '';
  const found = usePeople(typed);
  const { accounts } = useShownNetworks();
  const offered: Offered[] = typed
    ? [
        ...found.mentioned,
        ...found.people,
        ...(accounts.has('x') && isHandle('x', typed)
          ? [{ name: typed, handle: typed, network: 'x' as const }]
          : []),
        'by hand',
      ]
    : [];
  const pointed = offered[Math.min(index, offered.length - 1)];

  const look = (isTyped: boolean) => {
    const { activeElement: field } = document;
    const isText = field instanceof HTMLTextAreaElement && field.dataset.field !== undefined;
    if (!isText || readOnly || !form.current?.contains(field)) return setOpen(undefined);
    const next = openAt(field);
    // A list opens by typing alone: who goes through a text with the arrows is not held up.
    const isOpened = isTyped || typed !== '' || (next && 'mention' in next);
    setOpen(isOpened ? next : undefined);
    if (isTyped) setIndex(0);
  };

  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey) return;
    const { target: field } = event;
    const isAsking = event.key === 'Enter' && event.altKey && !readOnly;
    if (isAsking && field instanceof HTMLTextAreaElement && field.dataset.field !== undefined) {
      // Where the caret is by now.
      const here = openAt(field);
      if (!here || !('mention' in here)) return;
      edit(here, here.mention, false);
      event.preventDefault();
      return event.stopPropagation();
    }
    if (!open || event.altKey || event.shiftKey || !pointed) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step)
      setIndex((Math.min(index, offered.length - 1) + step + offered.length) % offered.length);
    // While networks are asked, Enter begins a line as ever.
    else if ((event.key === 'Enter' || event.key === 'Tab') && !found.isAsked) choose(pointed);
    else if (event.key === 'Escape') setOpen(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  useFieldEvents(form, look, onKey);

  function edit(span: Span, mention: Mention, isNew: boolean) {
    setEdited({ ...span, mention, isNew, was: span.field.value.slice(span.from, span.to) });
    setOpen(undefined);
  }

  /** A new mention is followed by a space, as what is written next is another word. */
  function put({ field, from, to }: Span, text: string, isNew: boolean) {
    const space = isNew && !/^[\s\p{P}]/u.test(field.value.slice(to)) ? ' ' : '';
    editor.replace(field.dataset.field ?? '', from, to, text + space);
    setOpen(undefined);
  }

  function putEdited({ was, isNew, ...span }: Edited, text: string) {
    const { value } = span.field;
    const from = value.startsWith(was, span.from) ? span.from : value.indexOf(was);
    if (from >= 0) put({ ...span, from, to: from + was.length }, text, isNew);
  }

  function choose(entry: Offered) {
    if (!open) return;
    if (entry === 'by hand') return edit(open, { name: mentionName(typed), handles: {} }, true);
    if ('handles' in entry) return put(open, writtenMention(entry), true);
    const { name, handle, network } = entry;
    put(
      open,
      writtenMention({ name: mentionName(name) || handle, handles: { [network]: handle } }),
      true,
    );
  }

  return (
    <>
      {open && typed && (
        <PeopleList
          {...{ ...open, ...found, typed, offered, pointed: found.isAsked ? undefined : pointed }}
          onChoose={choose}
        />
      )}
      {open && 'mention' in open && (
        <MentionBar open={open} onEdit={() => edit(open, open.mention, false)} />
      )}
      {edited && (
        <MentionDialog
          mention={edited.mention}
          isNew={edited.isNew}
          onSave={(mention) => putEdited(edited, writtenMention(mention))}
          onRemove={() => putEdited(edited, edited.mention.name)}
          onClose={() => setEdited(undefined)}
        />
      )}
      <span role="status" className="sr-only">
        {open &&
          'mention' in open &&
          `Mention of ${open.mention.name}. Alt+Enter shows its handles.`}
        {typed && found.isAsked && 'Looking people up'}
        {typed && !found.isAsked && pointed && `${spoken(pointed)}, ${offered.length} offered`}
      </span>
    </>
  );
}

/** @param look follows the caret, after a key that has changed the text or not */
function useFieldEvents(
  form: RefObject<HTMLElement | null>,
  look: (isTyped: boolean) => void,
  onKey: (event: KeyboardEvent) => void,
) {
  const follow = useEffectEvent(look);
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    const onInput = (event: Event) => {
      // What an input method composes is not there yet.
      if (!(event as InputEvent).isComposing) follow(true);
    };
    element.addEventListener('input', onInput, { signal });
    element.addEventListener('compositionend', () => follow(true), { signal });
    // The next field has the focus then.
    element.addEventListener('focusout', () => queueMicrotask(() => follow(false)), { signal });
    element.addEventListener('keydown', (event) => press(event), { signal, capture: true });
    document.addEventListener('selectionchange', () => follow(false), { signal });
    follow(true);
    return () => stop.abort();
  }, [form]);
}

type BarProps = { open: Span & { mention: Mention }; onEdit: () => void };

/** Below a mention that the caret is in. */
function MentionBar({ open: { field, top, left, mention }, onEdit }: BarProps) {
  const box = field.getBoundingClientRect();
  return (
    <div
      style={{ top: box.top + top + 4, left: box.left + left }}
      className="fixed z-40 rounded-base border border-line bg-surface p-1 shadow-float"
    >
      <Button
        variant="ghost"
        size="small"
        tabIndex={-1}
        aria-keyshortcuts="Alt+Enter"
        className="max-w-72 max-md:h-11"
        // The text keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onEdit}
      >
        <AtSign size={14} aria-hidden />
        <span className="truncate">Handles of {mention.name}</span>
      </Button>
    </div>
  );
}
