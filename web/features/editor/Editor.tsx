import { ArrowLeft, Check, Circle, PanelRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { customisedNetworks, type Item, isSamePart } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useNetwork } from '#web/features/preview/network-store.ts';
import { classes } from '#web/lib/classes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { relativeTime } from '#web/lib/time.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { backToList } from '#web/lib/way-back.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import type { Option } from '#web/ui/Select.tsx';
import { Sheet } from '#web/ui/Sheet.tsx';
import { Counter } from './Counter.tsx';
import { ASIDES, type Aside, Dock } from './Dock.tsx';
import { EditorSettings } from './EditorSettings.tsx';
import type { EditorFields, EditorKind } from './editor-fields.ts';
import { NetworkSelect } from './NetworkSelect.tsx';
import { NetworkTextFields } from './NetworkTextFields.tsx';
import type { MediaSlot } from './PartField.tsx';
import type { PartListProps } from './PartList.tsx';
import { PreviewToggle, usePreviewed } from './PreviewToggle.tsx';
import { allCustomised, asOneText, customised, newPart, type Part, sameFirst } from './parts.ts';
import { TypeTabs } from './TypeTabs.tsx';
import { type EditorOptions, useEditor } from './use-editor.ts';

/** Some seconds. */
const FRAMES_OF_LOADING = 300;

const ConflictDialog = laterComponent(() =>
  import('./ConflictDialog.tsx').then((module) => module.ConflictDialog),
);
/** Only threads are put in order. */
const PartList = laterComponent<PartListProps>(() =>
  import('./PartList.tsx').then((module) => module.PartList),
);

type Props = EditorOptions & {
  folderOptions: readonly Option[];
  onNewFolder: (use: (folder: number) => void) => void;
  /** The icon of a status. */
  statusMark: (status: Status) => ReactNode;
  /** The item that has the focus at first. */
  focusOn?: number | undefined;
  /** Whether the text is being changed elsewhere on this page, and cannot be edited meanwhile. */
  locked?: boolean;
  /** A network that every part gets a text for at first. */
  customise?: Network | undefined;
  onCustomised: () => void;
  /** Buttons beside that which saves. */
  actions?: ((unsaved: boolean) => ReactNode) | undefined;
  media: MediaSlot;
  /** The text as a network shows it, beside it. */
  preview?: ((fields: EditorFields) => ReactNode) | undefined;
  /** Content below the settings. */
  aside?: ((unsaved: boolean) => ReactNode) | undefined;
  /** The saved state by now: somebody else may have saved another version. */
  current?: Item[] | undefined;
  /** Whether it has been deleted. */
  gone?: boolean;
  /** Who else has it open. */
  others?: string[];
};

/** The editor for a single post or a thread (docs/domain.md, 'Editor'). */
export function Editor(props: Props) {
  const {
    folderOptions,
    onNewFolder,
    focusOn,
    aside,
    locked = false,
    current,
    gone = false,
    others = [],
  } = props;
  const form = useRef<HTMLFormElement>(null);
  const editor = useEditor(form, props);
  const navigate = useNavigate();
  const { fields, change, latest, dirty, creating, conflict, guard } = editor;
  const saving = editor.saving || locked;
  const network = useNetwork((state) => state.network);
  const switchKind = useKindSwitch(latest, change);
  const thread = fields.kind === 'thread';
  const newer = useNewer(editor, locked, current);
  const roomy = useMedia('(min-width: 768px)');
  const sided = useMedia('(min-width: 1024px)');
  const wide = useMedia('(min-width: 1280px)');
  const [beside, setBeside] = useState<Aside>('settings');
  /** Where there is no room beside the text; left: for the text of a network. */
  const [sheet, setSheet] = useState<'open' | 'left' | null>(null);
  if (sided && sheet) setSheet(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const previewed = usePreviewed((state) => state.shown);
  const { customise } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each network that is asked for
  useEffect(() => {
    if (!customise || saving || gone) return;
    customiseAll(customise);
    props.onCustomised();
  }, [customise]);

  const ownText = () => form.current?.querySelector<HTMLElement>('[data-own-text]');
  function customiseAll(network: Network) {
    change({ parts: allCustomised(latest.current.parts, network) });
    // The pressed button is gone then.
    if (sheet) setSheet('left');
    else requestAnimationFrame(() => focusOwnText());
  }
  /** The parts of a thread may still be loading: their field is waited for. */
  function focusOwnText(frames = FRAMES_OF_LOADING) {
    const field = ownText();
    if (field) field.focus();
    else if (frames > 0) requestAnimationFrame(() => focusOwnText(frames - 1));
  }

  function onSubmit(event: { preventDefault: () => void }) {
    event.preventDefault();
    if (!gone) editor.save();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    onSubmit(event);
  }

  const tabs = (
    <TypeTabs
      kind={fields.kind}
      // A thread that is saved, if automatically, stays one.
      editing={!creating || editor.savedKind === 'thread'}
      disabled={saving || editor.isAutosaving}
      onChange={switchKind}
    />
  );
  const preview = (
    <section aria-label="Preview" className="p-4">
      {props.preview?.(fields)}
    </section>
  );
  const settings = (
    <>
      <EditorSettings
        fields={fields}
        disabled={saving}
        onChange={change}
        folderOptions={folderOptions}
        onNewFolder={() => onNewFolder((folder) => change({ folder }))}
        statusMark={props.statusMark}
      >
        <NetworkSelect
          network={network}
          onCustomise={
            fields.parts.every((part) => part.network_texts[network] !== undefined)
              ? undefined
              : () => customiseAll(network)
          }
        />
        <PreviewToggle />
      </EditorSettings>
      {!gone && aside?.(dirty)}
    </>
  );
  const choice = (
    <div className="px-4 pt-4">
      <Segments label="Side panel" value={beside} options={ASIDES} onChange={setBeside} />
    </div>
  );
  const open = (aside: Aside) => {
    setBeside(aside);
    setSheet('open');
  };
  return (
    <form
      ref={form}
      // Forms of dialogs are in the page, but events of React come from them, too.
      onSubmit={(event) => event.target === event.currentTarget && onSubmit(event)}
      onKeyDown={onKeyDown}
      noValidate
      className="flex min-w-0 grow flex-col"
    >
      <div
        data-sticks
        className="sticky top-12 z-20 flex h-12 shrink-0 items-center gap-2 border-line border-b bg-surface px-4 max-sm:gap-1.5 max-sm:px-3"
      >
        <Button asChild variant="ghost" size="bar" className="-ml-2 px-2">
          <Link to={paths.content} title="Back to Content" onClick={backToList(navigate)}>
            <ArrowLeft size={16} aria-hidden />
            <span className="max-[1359px]:sr-only">Back to Content</span>
          </Link>
        </Button>
        <h1 className="min-w-0 truncate font-semibold text-[15px] sm:shrink-0">
          {creating ? 'Create Content' : 'Edit Content'}
        </h1>
        {roomy && tabs}
        <SavedState text={gone ? 'Deleted' : stateOf(editor)} />
        <p
          role="status"
          className="min-w-0 max-w-48 truncate text-[13px] text-muted max-lg:sr-only"
          title={others.join(', ')}
        >
          {others.length > 0 && `Also open: ${others.join(', ')}`}
        </p>
        <Button asChild variant="ghost" size="bar" className="max-lg:hidden">
          <Link to={paths.content}>Cancel</Link>
        </Button>
        {creating && (
          <Button
            size="bar"
            disabled={!editor.filled || saving || gone}
            onClick={() => editor.save({ another: true })}
            className="max-[1199px]:hidden"
          >
            Save and write another
          </Button>
        )}
        {roomy && !sided && (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Settings and preview"
            aria-haspopup="dialog"
            aria-expanded={sheet === 'open'}
            title="Settings and preview"
            onClick={() => setSheet('open')}
          >
            <PanelRight size={16} aria-hidden />
          </Button>
        )}
        {!gone && props.actions?.(dirty)}
        <Button
          type="submit"
          variant="primary"
          size="bar"
          disabled={!editor.filled || saving || gone}
          title="Ctrl+S"
        >
          {saveLabel(fields.kind, creating, editor.saving)}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {(gone || newer) && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-4 py-2">
            <p>
              {gone
                ? 'Someone deleted this content. The text is still here.'
                : 'Someone saved another version.'}
            </p>
            {gone ? (
              <Button size="small" onClick={editor.saveAsNew}>
                Save as new
              </Button>
            ) : (
              newer && (
                <Button size="small" onClick={() => editor.compare(newer)}>
                  Compare
                </Button>
              )
            )}
          </div>
        )}
      </div>
      {editor.draftSavedAt && dirty && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-page px-4 py-1.5">
          <p>Your unsaved text from {relativeTime(editor.draftSavedAt)} has been restored.</p>
          <Button size="small" onClick={editor.discard}>
            {creating ? 'Start over' : 'Revert to the saved text'}
          </Button>
        </div>
      )}
      {editor.refusal && (
        <div className="sticky top-24 z-10 bg-surface px-4 py-2">
          <Alert>{editor.refusal}</Alert>
        </div>
      )}
      <div
        className={classes(
          'grid grow lg:grid-cols-[minmax(0,1fr)_360px] xl:grid-cols-[minmax(0,1fr)_280px]',
          previewed && 'xl:grid-cols-[minmax(0,1fr)_360px_280px]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-4 px-4 py-5 max-md:pb-20 lg:px-10 lg:py-10">
          <div className="mx-auto flex w-full max-w-[680px] flex-col gap-4">
            {!roomy && tabs}
            {thread ? (
              <>
                <div className="sm:pl-[72px]">
                  <Field
                    label="Description"
                    hint="Optional. The first post serves as main thread content."
                  >
                    <Input
                      dir="auto"
                      data-field="description"
                      value={fields.description}
                      maxLength={500}
                      readOnly={saving}
                      onChange={({ target }) => change({ description: target.value })}
                    />
                  </Field>
                </div>
                <PartList
                  parts={fields.parts}
                  latest={latest}
                  onChange={(parts) => change({ parts })}
                  network={network}
                  readOnly={saving}
                  focusOn={focusOn}
                  focusFirst={creating}
                  dock={slot}
                  media={props.media}
                />
              </>
            ) : (
              <SingleField
                part={fields.parts[0] ?? newPart()}
                network={network}
                readOnly={saving}
                focused={creating}
                dock={slot}
                onChange={(part) => change({ parts: [part] })}
                media={props.media}
                onAttach={(next) => {
                  const [part = newPart()] = latest.current.parts;
                  change({ parts: [{ ...part, media: next(part.media) }] });
                }}
                onSplit={
                  creating && customisedNetworks(fields.parts).length === 0
                    ? (texts) =>
                        change({
                          kind: 'thread',
                          parts: sameFirst(
                            // The files stay with the first.
                            texts.map((content, at) => {
                              const { media = [] } = (at === 0 && fields.parts[0]) || {};
                              return newPart({ content, network_texts: {}, media });
                            }),
                            fields.parts[0],
                          ),
                        })
                    : undefined
                }
              />
            )}
          </div>
        </div>
        {wide && previewed && (
          <aside
            aria-label="Preview"
            className="sticky top-24 h-[calc(100dvh-6rem)] overflow-y-auto border-line border-l bg-page p-4"
          >
            {props.preview?.(fields)}
          </aside>
        )}
        {sided && (
          <div className="sticky top-24 flex max-h-[calc(100dvh-6rem)] min-w-0 flex-col overflow-y-auto border-line border-l">
            {!wide && choice}
            {!wide && beside === 'preview' && preview}
            {/* What is being written there stays while the preview is in front. */}
            <div hidden={!wide && beside === 'preview'}>{settings}</div>
          </div>
        )}
      </div>
      {!sided && (
        <Sheet
          open={sheet === 'open'}
          onClose={() => setSheet(null)}
          focusNext={() => (sheet === 'left' ? ownText() : null)}
          title={beside === 'preview' ? 'Preview' : 'Settings'}
        >
          {roomy && choice}
          {beside === 'preview' && preview}
          <div hidden={beside === 'preview'}>{settings}</div>
        </Sheet>
      )}
      {!roomy && <Dock onSlot={setSlot} onOpen={open} />}
      <ConfirmDialog
        open={guard.state === 'blocked'}
        title="Leave without saving?"
        question="What you wrote has not been saved. If you leave now, it will be deleted from this device, too."
        confirm="Leave"
        cancel="Stay"
        onConfirm={editor.leave}
        onClose={() => guard.state === 'blocked' && guard.reset()}
      />
      {conflict && (
        <ConflictDialog
          mine={fields.parts}
          theirs={conflict}
          disputed={editor.disputed}
          onKeepMine={() => editor.keepMine(conflict)}
          onTakeTheirs={() => editor.takeTheirs(conflict)}
          onClose={editor.dismissConflict}
        />
      )}
    </form>
  );
}

/**
 * A version that somebody else has saved meanwhile, where it differs; untouched fields follow it.
 */
function useNewer(
  { base, dirty, saving, isAutosaving, isDone, takeTheirs }: ReturnType<typeof useEditor>,
  locked: boolean,
  current?: Item[],
) {
  const root = current?.[0];
  const other =
    // A late answer may be older than what was saved here.
    base && root && (root.id !== base.id || root.version > base.version) ? current : undefined;
  const settled = !saving && !isAutosaving && !locked && !isDone();
  const follows = settled && !dirty ? other : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: takeTheirs is a new function at each rendering
  useEffect(() => {
    if (follows) takeTheirs(follows);
  }, [follows]);
  return settled && dirty ? other : undefined;
}

function stateOf({ saving, dirty, isStored, base }: ReturnType<typeof useEditor>) {
  if (saving) return 'Saving…';
  if (dirty) return isStored ? 'Not saved · kept on this device' : 'Not saved';
  return base ? 'Saved' : '';
}

/** Whether what was written is saved; on a phone, as an icon. */
function SavedState({ text }: { text: string }) {
  const Icon = text === 'Saved' ? Check : Circle;
  return (
    <p
      role="status"
      title={text}
      className="ml-auto min-w-4 truncate text-[13px] text-muted sm:min-w-11"
    >
      {text && <Icon size={16} aria-hidden className="sm:hidden" />}
      <span className="max-sm:sr-only">{text}</span>
    </p>
  );
}

function saveLabel(kind: EditorKind, creating: boolean, saving: boolean) {
  if (!creating) return saving ? 'Saving...' : 'Save Changes';
  if (saving) return 'Creating...';
  return kind === 'thread' ? 'Create Thread' : 'Create Content';
}

/**
 * Switches between one text and parts; switching back restores the parts, unless the text was
 * changed.
 */
function useKindSwitch(
  latest: RefObject<EditorFields>,
  change: (part: Partial<EditorFields>) => void,
) {
  const former = useRef<Part[]>(null);
  return (kind: EditorKind) => {
    const { current: fields } = latest;
    // The tabs say so twice: at the press, and when they get the focus.
    if (kind === fields.kind) return;
    const [text] = fields.parts;
    if (kind === 'thread') {
      const asBefore = former.current && text && isSamePart(asOneText(former.current), text);
      const parts = asBefore && former.current ? former.current : fields.parts;
      return change({ kind, parts: sameFirst(parts, text) });
    }
    former.current = fields.parts;
    change({ kind, parts: sameFirst([newPart(asOneText(fields.parts))], text) });
  };
}

type SingleProps = {
  part: Part;
  network: Network;
  readOnly: boolean;
  /** Whether it has the focus at first. */
  focused: boolean;
  /** Where its counter is shown, on a phone. */
  dock: HTMLElement | null;
  media: MediaSlot;
  onAttach: (change: (media: Part['media']) => Part['media']) => void;
  onChange: (part: Part) => void;
  onSplit: ((texts: string[]) => void) | undefined;
};

function SingleField({
  part,
  network,
  readOnly,
  focused,
  dock,
  media,
  onAttach,
  onChange,
  onSplit,
}: SingleProps) {
  const files = {
    media: part.media,
    target: part.key,
    label: 'the content',
    network,
    readOnly,
    onChange: onAttach,
  };
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusAtFirst(field, focused);
  const counter = (
    <Counter
      id={`${id}-count`}
      text={part.content}
      network={network}
      hasMedia={part.media.length > 0}
      split={
        onSplit && {
          label: (parts) => `Make a thread of ${parts} for ${NETWORK_NAMES[network]}`,
          run: onSplit,
        }
      }
    />
  );
  return (
    <div data-takes-files className="flex flex-col gap-3">
      <textarea
        ref={field}
        aria-label="Content *"
        data-field={part.key}
        required
        dir="auto"
        rows={6}
        value={part.content}
        readOnly={readOnly}
        placeholder="What is it about?"
        aria-describedby={`${id}-count`}
        onChange={({ target }) => onChange({ ...part, content: target.value })}
        className="field-sizing-content min-h-40 w-full resize-none rounded-base bg-transparent text-[17px] leading-7 outline-none"
      />
      {media.field(files)}
      <div className="flex items-center gap-2 border-line-soft border-t pt-2">
        {!readOnly && <span className="-ml-1.5">{media.add(files)}</span>}
        <span className="grow">{dock ? createPortal(counter, dock) : counter}</span>
      </div>
      <NetworkTextFields
        part={part}
        label="the content"
        readOnly={readOnly}
        onChange={(entry, text) => {
          onChange(customised(part, entry, text));
          // The pressed button is gone then.
          if (text === undefined) field.current?.focus();
        }}
      />
    </div>
  );
}

/** Focuses the text when the editor opens, with the caret at its end. */
function useFocusAtFirst(field: RefObject<HTMLTextAreaElement | null>, wanted: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens alone
  useEffect(() => {
    if (!wanted || !field.current) return;
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
}
