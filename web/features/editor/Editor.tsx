import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { customisedNetworks, type Item, isSamePart } from '#contract/items.ts';
import { type Network, networks } from '#contract/networks.ts';
import { paths } from '#contract/paths.ts';
import { useNetwork } from '#web/api/network-store.ts';
import { relativeTime } from '#web/lib/time.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field, Input, Textarea } from '#web/ui/Field.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { Counter } from './Counter.tsx';
import { EditorSettings } from './EditorSettings.tsx';
import type { EditorFields, EditorKind } from './editor-fields.ts';
import { NetworkSelect } from './NetworkSelect.tsx';
import { NetworkTextFields } from './NetworkTextFields.tsx';
import { PartList } from './PartList.tsx';
import { allCustomised, asOneText, customised, newPart, type Part } from './parts.ts';
import { TypeTabs } from './TypeTabs.tsx';
import { type EditorOptions, useEditor } from './use-editor.ts';

type Props = EditorOptions & {
  /** The options of the folder select. */
  folderOptions: ReactNode;
  onNewFolder: (use: (folder: number) => void) => void;
  /** The item that has the focus at first. */
  focusOn?: number | undefined;
  /** Whether the text is being changed elsewhere on this page, and cannot be edited meanwhile. */
  locked?: boolean;
  /** A network that every part gets a text for at first. */
  customise?: Network | undefined;
  onCustomised: () => void;
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
  const editor = useEditor(props);
  const { fields, change, latest, dirty, creating, conflict, guard } = editor;
  const saving = editor.saving || locked;
  const network = useNetwork((state) => state.network);
  const switchKind = useKindSwitch(fields, change);
  const thread = fields.kind === 'thread';
  const newer = useNewer(editor, locked, current);
  const form = useRef<HTMLFormElement>(null);
  const { customise } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each network that is asked for
  useEffect(() => {
    if (!customise || saving || gone) return;
    customiseAll(customise);
    props.onCustomised();
  }, [customise]);

  function customiseAll(one: Network) {
    change({ parts: allCustomised(latest.current.parts, one) });
    // The pressed button is gone then.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[data-own-text]')?.focus(),
    );
  }

  function onSubmit(event: { preventDefault: () => void }) {
    event.preventDefault();
    if (!gone) editor.save();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    onSubmit(event);
  }

  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      noValidate
      className="flex flex-col gap-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button asChild variant="ghost" className="-ml-3">
          <Link to={paths.content}>
            <ArrowLeft size={16} aria-hidden />
            Back to Content
          </Link>
        </Button>
        <p role="status" className="ml-auto text-muted">
          {gone ? 'Deleted' : stateOf(editor)}
        </p>
      </div>
      <div className="flex items-center gap-4">
        <h1 className="grow whitespace-nowrap font-semibold text-xl">
          {creating ? 'Create Content' : 'Edit Content'}
        </h1>
        <p role="status" className="min-w-0 truncate text-muted" title={others.join(', ')}>
          {others.length > 0 && `Also open: ${others.join(', ')}`}
        </p>
      </div>
      {editor.draftSavedAt && dirty && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-base border border-line bg-surface py-1.5 pr-1.5 pl-4">
          <p className="grow">
            Your unsaved text from {relativeTime(editor.draftSavedAt)} is back.
          </p>
          <Button variant="ghost" onClick={editor.discard}>
            {creating ? 'Start over' : 'Back to the saved text'}
          </Button>
        </div>
      )}
      {editor.refusal && <Alert>{editor.refusal}</Alert>}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_18rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <TypeTabs
            kind={fields.kind}
            editing={!creating}
            disabled={saving}
            onChange={switchKind}
          />
          {thread ? (
            <>
              <Field
                label="Description"
                hint="Optional. The first post serves as main thread content."
              >
                <Input
                  value={fields.description}
                  maxLength={500}
                  readOnly={saving}
                  onChange={({ target }) => change({ description: target.value })}
                />
              </Field>
              <PartList
                parts={fields.parts}
                latest={latest}
                onChange={(parts) => change({ parts })}
                network={network}
                readOnly={saving}
                focusOn={focusOn}
              />
            </>
          ) : (
            <SingleField
              part={fields.parts[0] ?? newPart()}
              network={network}
              readOnly={saving}
              onChange={(part) => change({ parts: [part] })}
              onSplit={
                creating && customisedNetworks(fields.parts).length === 0
                  ? (texts) => change({ kind: 'thread', parts: texts.map(newPart) })
                  : undefined
              }
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <EditorSettings
            fields={fields}
            disabled={saving}
            onChange={change}
            folderOptions={folderOptions}
            onNewFolder={() => onNewFolder((folder) => change({ folder }))}
          >
            <NetworkSelect
              network={network}
              onCustomise={
                fields.parts.every((part) => part.network_texts[network] !== undefined)
                  ? undefined
                  : () => customiseAll(network)
              }
            />
          </EditorSettings>
          {!gone && aside?.(dirty)}
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-page px-4 py-3 lg:-mx-8 lg:px-8">
        <div role="status" className="mr-auto flex flex-wrap items-center gap-2">
          {gone && (
            <>
              <p>Someone deleted this content. The text is still here.</p>
              <Button onClick={editor.saveAsNew}>Save as new</Button>
            </>
          )}
          {newer && (
            <>
              <p>Someone saved another version.</p>
              <Button onClick={() => editor.compare(newer)}>Compare</Button>
            </>
          )}
        </div>
        <Button asChild>
          <Link to={paths.content}>Cancel</Link>
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!editor.filled || saving || gone}
          title="Ctrl+S"
        >
          {saveLabel(fields.kind, creating, editor.saving)}
        </Button>
      </div>
      <ConfirmDialog
        open={guard.state === 'blocked'}
        title="Leave without saving?"
        question="What you wrote has not been saved. If you leave now, it is lost."
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
  { base, dirty, saving, isDone, takeTheirs }: ReturnType<typeof useEditor>,
  locked: boolean,
  current?: Item[],
) {
  const root = current?.[0];
  const other =
    base && root && (root.version !== base.version || root.id !== base.id) ? current : undefined;
  const settled = !saving && !locked && !isDone();
  const follows = settled && !dirty ? other : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: takeTheirs is a new function at each rendering
  useEffect(() => {
    if (follows) takeTheirs(follows);
  }, [follows]);
  return settled && dirty ? other : undefined;
}

function stateOf({ saving, dirty, isStored, creating }: ReturnType<typeof useEditor>) {
  if (saving) return 'Saving…';
  if (dirty) return isStored ? 'Not saved · kept on this device' : 'Not saved';
  return creating ? '' : 'Saved';
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
function useKindSwitch(fields: EditorFields, change: (part: Partial<EditorFields>) => void) {
  const former = useRef<Part[]>(null);
  return (kind: EditorKind) => {
    if (kind === fields.kind) return;
    const [text] = fields.parts;
    if (kind === 'thread') {
      const asBefore = former.current && text && isSamePart(asOneText(former.current), text);
      return change({ kind, parts: asBefore && former.current ? former.current : fields.parts });
    }
    former.current = fields.parts;
    change({ kind, parts: [newPart(asOneText(fields.parts))] });
  };
}

type SingleProps = {
  part: Part;
  network: Network;
  readOnly: boolean;
  onChange: (part: Part) => void;
  onSplit: ((texts: string[]) => void) | undefined;
};

function SingleField({ part, network, readOnly, onChange, onSplit }: SingleProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Content *
      </label>
      <Textarea
        ref={field}
        id={id}
        required
        rows={10}
        value={part.content}
        readOnly={readOnly}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => onChange({ ...part, content: target.value })}
        className="field-sizing-content min-h-64 px-4 py-3 text-base leading-[1.6]"
      />
      <Counter
        id={`${id}-count`}
        text={part.content}
        network={network}
        split={
          onSplit && {
            label: (parts) => `Make a thread of ${parts} for ${networks[network].name}`,
            run: onSplit,
          }
        }
      />
      <NetworkTextFields
        part={part}
        label="the content"
        readOnly={readOnly}
        onChange={(one, text) => {
          onChange(customised(part, one, text));
          // The pressed button is gone then.
          if (text === undefined) field.current?.focus();
        }}
      />
    </div>
  );
}
