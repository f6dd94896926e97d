import { Plus, Sparkles, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { MAX_VARIATIONS, MAX_VARIATIONS_LENGTH } from '#contract/content/items.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { Disclosure } from '#web/features/assistant/runs/Disclosure.tsx';
import { Failed } from '#web/features/assistant/runs/Failed.tsx';
import { useRun } from '#web/features/assistant/runs/use-run.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { newPart } from '#web/features/editor/store/parts.ts';
import { useFixedFacts } from '#web/features/publishing/preview/use-fixed-facts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { Counter } from './Counter.tsx';
import { useEndingsShown } from './use-ending.ts';
import { useFindings } from './use-findings.ts';
import { useShownNetworks } from './use-shown-networks.ts';

export type VariationsDialogProps = { readOnly: boolean; onClose: () => void };

const ANOTHER =
  'Write the same message as a different post: another opening, other words, about as long. Keep all facts, names, links and mentions.';

type Entry = { key: number; text: string };

/** Other texts of a post, which an evergreen folder takes in turn. */
export function VariationsDialog({ readOnly, onClose }: VariationsDialogProps) {
  const editor = useEditor();
  const saved = useEditorState(({ fields }) => fields.variations);
  const [entries, setEntries] = useState<Entry[]>(() =>
    (saved.length ? saved : ['']).map((text, key) => ({ key, text })),
  );
  const add = (text: string) =>
    setEntries((known) => [
      ...known.filter((entry) => entry.text.trim() !== '' || text === ''),
      { key: Math.max(-1, ...known.map(({ key }) => key)) + 1, text },
    ]);
  const texts = entries.map(({ text }) => text.trim()).filter(Boolean);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const problem =
    new Set(texts).size < texts.length
      ? 'Two variations are the same.'
      : length > MAX_VARIATIONS_LENGTH
        ? `They have at most ${MAX_VARIATIONS_LENGTH.toLocaleString('en')} characters in total.`
        : undefined;
  const isFull = entries.length >= MAX_VARIATIONS;
  return (
    <Dialog
      open
      medium
      onClose={onClose}
      title="Variations"
      description="Other texts of this post. An evergreen folder takes them in turn, each on all networks; X needs one for each time. They are approved with the post."
    >
      <ol className="flex flex-col gap-4">
        {entries.map(({ key, text }, at) => (
          <Variation
            key={key}
            number={at + 1}
            text={text}
            readOnly={readOnly}
            onText={(next) =>
              setEntries(
                entries.map((entry) => (entry.key === key ? { ...entry, text: next } : entry)),
              )
            }
            onRemove={() => setEntries(entries.filter((entry) => entry.key !== key))}
          />
        ))}
      </ol>
      {!readOnly && (
        <div className="mt-3 flex flex-wrap items-start gap-2">
          <Button disabled={isFull} onClick={() => add('')}>
            <Plus size={16} aria-hidden /> Add a variation
          </Button>
          <Propose known={texts} disabled={isFull} onProposed={add} />
        </div>
      )}
      {problem && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{readOnly ? 'Close' : 'Cancel'}</Button>
        {!readOnly && (
          <Button
            variant="primary"
            disabled={problem !== undefined}
            onClick={() => {
              editor.edit({ variations: texts });
              onClose();
            }}
          >
            Keep these
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

type VariationProps = {
  number: number;
  text: string;
  readOnly: boolean;
  onText: (text: string) => void;
  onRemove: () => void;
};

function Variation({ number, text, readOnly, onText, onRemove }: VariationProps) {
  const id = useId();
  const { network } = useShownNetworks();
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <label htmlFor={id} className="font-medium">
          Variation {number}
        </label>
        {!readOnly && (
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label={`Remove variation ${number}`}
            onClick={onRemove}
          >
            <Trash2 size={16} aria-hidden />
          </Button>
        )}
      </div>
      <Textarea
        id={id}
        dir="auto"
        rows={3}
        value={text}
        readOnly={readOnly}
        maxLength={MAX_VARIATIONS_LENGTH}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => onText(target.value)}
      />
      <Counter id={`${id}-count`} text={text} network={network} isLast />
      <Remarks text={text} />
    </li>
  );
}

/** What networks would refuse of a variation, as of the post itself. */
function Remarks({ text }: { text: string }) {
  const fields = useEditorState((state) => state.fields);
  const { networks, accounts, network } = useShownNetworks();
  const requiresAltTexts = useWorkspace().data?.requires_alt_texts ?? false;
  const facts = useFixedFacts({ network });
  const [part] = fields.parts;
  const [own] = useState(() => newPart());
  const varied = useVaried(fields, { ...(part ?? own), content: text, network_texts: {} });
  const found = useFindings(varied, networks, accounts, requiresAltTexts, facts, useEndingsShown());
  const errors = [...found].flatMap(([name, { list }]: [Network, { list: readonly Remark[] }]) =>
    list.filter(({ level }) => level === 'error').map((finding) => ({ name, text: finding.text })),
  );
  return errors.map(({ name, text: says }) => (
    <p key={`${name} ${says}`} className="text-danger text-xs">
      {NETWORK_NAMES[name]}: {says}
    </p>
  ));
}

type Remark = { level: string; text: string };

/** The fields with another part, the same as long as its text is. */
function useVaried<Fields extends { parts: Part[] }, Part extends { content: string }>(
  fields: Fields,
  part: Part,
): Fields {
  const [kept, setKept] = useState({
    fields,
    content: part.content,
    varied: { ...fields, parts: [part] },
  });
  if (kept.fields === fields && kept.content === part.content) return kept.varied;
  const varied = { ...fields, parts: [part] };
  setKept({ fields, content: part.content, varied });
  return varied;
}

type ProposeProps = {
  known: readonly string[];
  disabled: boolean;
  onProposed: (text: string) => void;
};

/** Asks the assistant for another text, which stays to be read and kept. */
function Propose({ known, disabled, onProposed }: ProposeProps) {
  const assistant = useAssistant();
  const { run, start } = useRun();
  const [isTelling, setTelling] = useState(false);
  const content = useEditorState(({ fields }) => fields.parts[0]?.content ?? '');
  const folder = useEditorState(({ fields }) => fields.folder);
  const { network } = useShownNetworks();
  if (!assistant || content.trim() === '') return null;
  async function ask() {
    if (!assistant?.acknowledged) return setTelling(true);
    setTelling(false);
    const result = await start({
      ...{ action: 'instruct', text: content, network },
      instruction: ANOTHER,
      ...(folder && { folder }),
    });
    if (result?.kind !== 'text') return;
    if (!known.includes(result.text.trim())) onProposed(result.text);
  }
  return (
    <>
      <Button
        variant="soft"
        disabled={disabled}
        busy={run.state === 'running'}
        onClick={() => void ask()}
      >
        <Sparkles size={16} aria-hidden /> Propose one
      </Button>
      {isTelling && !assistant.acknowledged && (
        <Disclosure
          server={assistant.server}
          sent="The text of this post."
          notSent="Its files and its other variations."
          onClose={() => setTelling(false)}
        />
      )}
      {run.failure && <Failed failure={run.failure} onAgain={() => void ask()} />}
    </>
  );
}
