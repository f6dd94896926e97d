import {
  FileText,
  Hash,
  ImagePlus,
  Images,
  type LucideIcon,
  Scissors,
  Signature,
  Smile,
  Sparkles,
} from 'lucide-react';
import { snippetText } from '#contract/content/snippet-text.ts';
import { type Snippet, useSnippet as useContract } from '#contract/content/snippets.ts';
import type { TemplateSummary } from '#contract/content/templates.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { openAssistant } from '#web/features/editor/assistant/open-assistant.ts';
import type { Editor } from '#web/features/editor/store/editor.ts';
import { offeredSnippets } from '#web/features/reusable/snippets/found-snippets.ts';
import { askForTemplate } from '#web/features/reusable/templates/asked-template.ts';
import { MOD } from '#web/lib/keyboard/keys.ts';
import { plural } from '#web/lib/text.ts';

export type SlashEntry = {
  key: string;
  group: 'Snippets' | 'Templates' | 'Insert' | 'Assistant';
  icon: LucideIcon;
  label: string;
  note?: string;
  keys?: string;
  /** What is put in place of what is typed; undefined for nothing. */
  text?: string;
  /** What happens once that is there. */
  after?: () => void;
};

type Given = {
  editor: Editor;
  /** The name of the field. */
  field: string;
  /** What is typed behind the slash. */
  typed: string;
  snippets: readonly Snippet[];
  /** Empty where the editor is not. */
  templates: readonly TemplateSummary[];
  hasAssistant: boolean;
};

const MAX_SNIPPETS = 50;
const MAX_TEMPLATES = 10;

/** The tools of a part that `/` offers, by what their buttons are marked with. */
const TOOLS = [
  { tool: 'upload', icon: ImagePlus, label: 'Picture or video', also: 'upload file image' },
  { tool: 'library', icon: Images, label: 'Picture from the library', also: 'image media' },
  { tool: 'emoji', icon: Smile, label: 'Emoji', also: 'smiley' },
  { tool: 'split', icon: Scissors, label: 'New part here', also: 'split thread' },
] as const;

const buttonOf = (tool: string, part: string) =>
  document.querySelector<HTMLElement>(`[data-tool="${tool} ${CSS.escape(part)}"]`);

/** What `/` offers for what is typed behind it. */
export function slashEntries(given: Given): SlashEntry[] {
  const { editor, field, typed, templates, hasAssistant } = given;
  const wanted = typed.toLowerCase();
  const [part = '', network] = field.split('/');
  const matches = (...words: string[]) => words.some((word) => word.toLowerCase().includes(wanted));
  const entries = snippetEntries(given);
  for (const { id, name } of templates
    .filter((template) => matches(template.name))
    .slice(0, MAX_TEMPLATES))
    entries.push({
      ...{ key: `template ${id}`, group: 'Templates', icon: FileText, label: name },
      after: () => askForTemplate({ template: id, folder: editor.store.getState().fields.folder }),
    });
  // The tools put into the text for all networks.
  if (network) return entries;
  for (const { tool, icon, label, also } of TOOLS)
    if (matches(label, also) && buttonOf(tool, part))
      entries.push({
        ...{ key: tool, group: 'Insert', icon, label },
        after: () => buttonOf(tool, part)?.click(),
      });
  if (hasAssistant && matches('Ask the assistant', 'write ai'))
    entries.push({
      ...{ key: 'assistant', group: 'Assistant', icon: Sparkles, label: 'Ask the assistant' },
      keys: `${MOD}+J`,
      after: () => openAssistant(part),
    });
  return entries;
}

function snippetEntries({ editor, typed, snippets }: Given): SlashEntry[] {
  const { base, fields } = editor.store.getState();
  // A post that is not saved yet has the key of its first part.
  const seed = String(base.saved?.id ?? fields.parts[0]?.key);
  return offeredSnippets(snippets, typed)
    .slice(0, MAX_SNIPPETS)
    .map((snippet) => ({
      key: `snippet ${snippet.id}`,
      group: 'Snippets',
      icon: snippet.kind === 'text' ? Signature : Hash,
      label: snippet.name,
      note: noteOf(snippet),
      text: snippetText(snippet, seed),
      after: () => countUse(snippet.id, seed),
    }));
}

const noteOf = ({ kind, text, hashtags, take }: Snippet) =>
  kind === 'text'
    ? text
    : take === null
      ? plural(hashtags.length, 'hashtag')
      : `${take} of ${plural(hashtags.length, 'hashtag')}`;

/** What is put in stays, whether it is counted or not. */
function countUse(id: number, seed: string) {
  call(useContract, { params: { id: String(id) }, body: { seed } }).then(
    () => queryClient.invalidateQueries({ queryKey: keys.snippets }),
    () => undefined,
  );
}
