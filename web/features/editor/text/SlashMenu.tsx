import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import type { Editor } from '#web/features/editor/store/editor.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import type { EditorState } from '#web/features/editor/store/editor-state.ts';
import { textOfField } from '#web/features/editor/store/parts.ts';
import { useSnippets } from '#web/features/reusable/snippets/snippet-queries.ts';
import { useTemplates } from '#web/features/reusable/templates/template-queries.ts';
import { caretPlace } from '#web/lib/caret-place.ts';
import { classes } from '#web/lib/classes.ts';
import { isComposing } from '#web/lib/keyboard/keys.ts';
import { useCovered } from '#web/lib/use-covered.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Keys } from '#web/ui/text/Keys.tsx';
import { closeSlash, type OpenSlash, useOpenSlash } from './open-slash.ts';
import { type SlashEntry, slashEntries } from './slash-entries.ts';

export type SlashMenuProps = { open: OpenSlash; isPattern: boolean };

/** What is typed behind the slash has no more characters. */
const MAX_TYPED = 40;
const WIDTH = 360;
const MAX_HEIGHT = 336;
/** Of a line, with some space; and of the bars at the top of the window. */
const [LINE, BARS] = [34, 100];

const fieldNamed = (name: string) =>
  document.querySelector<HTMLTextAreaElement>(`textarea[data-field="${CSS.escape(name)}"]`);

/** What `/` offers at the caret: snippets, templates, and what the tools of the text do. */
export function SlashMenu({ open, isPattern }: SlashMenuProps) {
  const { field: name, from, isPressed } = open;
  const editor = useEditor();
  const id = useId();
  const typed = useTyped(open);
  const isEmpty = useEditorState((state) => isFresh(state, name)) && !isPattern;
  const { data: snippets, isLoading, isError } = useSnippets();
  const { data: templates, isLoading: isSearching } = useTemplates(
    { search: '', tags: [], sort: 'used' },
    isEmpty,
  );
  const entries = slashEntries({
    ...{ editor, field: name, typed, snippets: snippets ?? [] },
    templates: isEmpty ? (templates ?? []) : [],
    hasAssistant: useAssistant() !== undefined,
  });
  const [index, setIndex] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first
  useEffect(() => setIndex(0), [typed]);
  const at = Math.min(index, entries.length - 1);
  const pointed = entries[at];
  const isWithout = entries.length === 0 && !isLoading && !isSearching;
  useEffect(() => {
    if (isWithout) closeSlash();
  }, [isWithout]);

  function choose({ text = '', after }: SlashEntry) {
    const end = from + 1 + typed.length;
    closeSlash();
    replaceTyped(editor, open, end, text);
    // The field has the text and the caret then.
    if (after) requestAnimationFrame(after);
  }
  useKeys(name, (key) => {
    if (!pointed) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) setIndex((at + step + entries.length) % entries.length);
    else if (key === 'Enter' || key === 'Tab') choose(pointed);
    else if (key === 'Escape') {
      closeSlash();
      // Nobody has typed that slash.
      if (isPressed && typed === '') editor.undo();
    } else return false;
    return true;
  });
  useDescribed(name, id, pointed && `${id}-${at}`);
  const place = usePlace(open, entries.length);
  if (!pointed) return null;
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Insert"
        style={place}
        // The text keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        className="fixed z-40 overflow-y-auto overscroll-contain border-line bg-surface p-1 shadow-float max-md:border-t md:rounded-base md:border"
      >
        {groups.map((group) => (
          <div
            key={group}
            role="group"
            aria-label={group}
            className="md:not-first:mt-1 md:not-first:border-line md:not-first:border-t"
          >
            <p role="presentation" className="px-2 pt-2 pb-1 text-muted text-xs max-md:hidden">
              {group}
            </p>
            {entries.map(
              (entry, position) =>
                entry.group === group && (
                  <Row
                    key={entry.key}
                    id={`${id}-${position}`}
                    entry={entry}
                    isPointed={position === at}
                    onChoose={() => choose(entry)}
                  />
                ),
            )}
          </div>
        ))}
        {isError && (
          <p role="presentation" className="px-2 py-1 text-muted text-xs">
            The snippets didn’t load.
          </p>
        )}
      </div>
      <span role="status" className="sr-only">
        {pointed.label}, {entries.length} offered
      </span>
    </>
  );
}

type RowProps = { id: string; entry: SlashEntry; isPointed: boolean; onChoose: () => void };

function Row({ id, entry: { icon: Icon, label, note, keys }, isPointed, onChoose }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPointed) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isPointed]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isPointed}
      onClick={onChoose}
      className={classes(
        'flex h-9 cursor-pointer items-center gap-2.5 rounded px-2 text-[13px] max-md:h-11 max-md:text-sm',
        isPointed ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Icon
        size={16}
        aria-hidden
        className={classes('shrink-0', isPointed ? 'text-accent' : 'text-muted')}
      />
      <span dir="auto" className="min-w-0 shrink-0 grow truncate">
        {label}
      </span>
      {note && (
        <span dir="auto" className="max-w-[45%] truncate text-muted text-xs">
          {note}
        </span>
      )}
      {(keys || isPointed) && (
        <span aria-hidden className="shrink-0 max-md:hidden">
          <Keys>{isPointed ? '↵' : (keys ?? '')}</Keys>
        </span>
      )}
    </div>
  );
}

/** Puts a text in place of the slash and what is typed behind it: one step of the history. */
function replaceTyped(
  editor: Editor,
  { field, from, isPressed }: OpenSlash,
  end: number,
  text: string,
) {
  const isOwn = isPressed && end === from + 1;
  if (!isOwn) return editor.replace(field, from, end, text);
  // The slash of a button is no step of its own, nor is the space before it.
  const now = () => textOfField(editor.store.getState().fields.parts, field);
  const before = now();
  editor.undo();
  const added = before.length - now().length;
  const at = end - added;
  editor.replace(field, at, at, added === 2 && text ? ` ${text}` : text);
}

/** Whether a new post has nothing but what is typed behind the slash. */
const isFresh = ({ isNew, fields: { parts } }: EditorState, field: string) =>
  isNew &&
  parts.length === 1 &&
  parts[0]?.key === field &&
  parts[0].media.length === 0 &&
  /^\/[^\n]*$/.test(parts[0].content);

/** What is typed behind the slash; it closes where the caret is not there any more. */
function useTyped({ field: name, from }: OpenSlash): string {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    let behind: number | undefined;
    function look() {
      const field = fieldNamed(name);
      if (!field) return closeSlash();
      const { value, selectionStart: caret } = field;
      const text = value.slice(from + 1, caret);
      // A caret that moves on through the text behind it has typed nothing.
      behind ??= value.length - caret;
      const isThere =
        value[from] === '/' &&
        caret > from &&
        value.length - caret === behind &&
        !/^\s|\n/.test(text);
      if (!isThere || text.length > MAX_TYPED) return closeSlash();
      setTyped(text);
      // From now on the slash is no longer the last step of the history.
      if (text) useOpenSlash.setState({ open: { field: name, from, isPressed: false } });
    }
    const leave = ({ target }: FocusEvent) => target === fieldNamed(name) && closeSlash();
    look();
    document.addEventListener('input', look);
    document.addEventListener('selectionchange', look);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('input', look);
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('focusout', leave);
    };
  }, [name, from]);
  return typed;
}

/** Takes keys of the field before the text does; `take` returns false for those that are its own. */
function useKeys(name: string, take: (key: string) => boolean) {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (isComposing(event) || ctrlKey || metaKey || altKey || shiftKey) return;
      if (target !== fieldNamed(name) || !latest.current(key)) return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [name]);
}

/** Says at the field which option is pointed at: HTML allows no other role of a text area. */
function useDescribed(name: string, list: string, option: string | undefined) {
  useEffect(() => {
    const field = fieldNamed(name);
    if (!field || !option) return;
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': list,
      'aria-activedescendant': option,
    };
    for (const [attribute, value] of Object.entries(attributes))
      field.setAttribute(attribute, value);
    return () => {
      for (const attribute of Object.keys(attributes)) field.removeAttribute(attribute);
    };
  }, [name, list, option]);
}

/** At the slash, below its line or above; on a phone above the keyboard. */
function usePlace({ field: name, from }: OpenSlash, rows: number) {
  const isPhone = useMedia(PHONE);
  const covered = useCovered(isPhone);
  const [place, setPlace] = useState<React.CSSProperties>({ visibility: 'hidden' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another height
  useLayoutEffect(() => {
    function look() {
      const field = fieldNamed(name);
      if (!field || isPhone) return;
      const box = field.getBoundingClientRect();
      const caret = caretPlace(field, from);
      const bottom = box.top + caret.bottom;
      const [below, above] = [window.innerHeight - bottom - 12, bottom - LINE - BARS];
      const isBelow = below >= Math.min(MAX_HEIGHT, above);
      setPlace({
        left: Math.max(8, Math.min(box.left + caret.left, window.innerWidth - WIDTH - 8)),
        width: WIDTH,
        maxHeight: Math.min(MAX_HEIGHT, isBelow ? below : above),
        ...(isBelow ? { top: bottom + 4 } : { bottom: window.innerHeight - bottom + LINE }),
      });
    }
    look();
    window.addEventListener('scroll', look, true);
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look, true);
      window.removeEventListener('resize', look);
    };
  }, [name, from, isPhone, rows]);
  if (!isPhone) return place;
  return { left: 0, right: 0, bottom: covered, maxHeight: '45%' };
}
