import {
  FileText,
  Folder,
  FolderPlus,
  Hash,
  Keyboard,
  Layers,
  LayoutTemplate,
  Lightbulb,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  OctagonPause,
  Plus,
  Search,
  Sparkles,
  SquareSlash,
  Sun,
  UserPlus,
  Workflow,
} from 'lucide-react';
import { useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { Suggestion } from '#contract/content/search.ts';
import { allPages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import type { Capability } from '#contract/roles.ts';
import { useContentView } from '#web/api/content-view.ts';
import { useCapabilities } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { askForDrafts } from '#web/features/assistant/runs/drafting.ts';
import { findFolders } from '#web/features/content/folders/find-folders.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { askForFolder } from '#web/features/content/folders/NewFolder.tsx';
import { useSuggestions } from '#web/features/content/search/suggestions.ts';
import { askForPause } from '#web/features/publishing/pause/pause-store.ts';
import { askForTemplate } from '#web/features/reusable/templates/asked-template.ts';
import { usePageActions } from '#web/lib/page-actions.ts';
import { setTheme } from '#web/lib/theme.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { Palette, type PaletteEntry } from '#web/ui/overlays/Palette.tsx';
import { pageIcons } from './page-icons.ts';
import { useShortcuts } from './Shortcuts.tsx';

const DEBOUNCE_MS = 120;
const SUGGESTIONS = 8;
const MAX_FOLDERS = 4;
/** A title of this length was cut (docs/domain/content.md, 'Items'). */
const TITLE = 80;
const HINT = 'Arrow keys to select, Enter to open';
const LABEL = 'Find content, folders and actions';

type Action = {
  label: string;
  /** Other words that find it. */
  also?: string;
  icon: LucideIcon;
  hint?: string;
  needs?: Capability;
  run: (navigate: NavigateFunction) => void;
};

const goTo = (label: string, icon: LucideIcon, path: string, hint?: string): Action => ({
  label,
  icon,
  ...(hint && { hint }),
  run: (navigate) => void navigate(path),
});

const actions: Action[] = [
  {
    label: 'Create a post',
    also: 'new write',
    icon: Plus,
    hint: 'C',
    needs: 'write',
    run: (navigate) => void navigate(paths.createContent(lastFolder())),
  },
  {
    label: 'Create a thread',
    also: 'new',
    icon: Plus,
    needs: 'write',
    run: (navigate) => void navigate(paths.createThread(lastFolder())),
  },
  {
    label: 'Use a template…',
    also: 'new create from pattern',
    icon: LayoutTemplate,
    needs: 'write',
    run: () => askForTemplate({ folder: lastFolder() }),
  },
  {
    ...goTo('New rule', Workflow, paths.automation('new')),
    also: 'create automation workflow',
    needs: 'write',
  },
  {
    label: 'New folder',
    also: 'create',
    icon: FolderPlus,
    needs: 'write',
    run: () => askForFolder(lastFolder()),
  },
  { ...goTo('Invite people', UserPlus, paths.members), also: 'member', needs: 'manage' },
  ...allPages.flatMap(([name, { path, jump }]): Action[] =>
    jump
      ? [
          {
            ...goTo(`Go to ${jump.to}`, pageIcons[name] ?? FileText, path),
            ...(jump.also && { also: jump.also }),
            ...(jump.needs && { needs: jump.needs }),
          },
        ]
      : [],
  ),
  { ...goTo('Go to Snippets', SquareSlash, paths.snippets), also: 'hashtags signatures' },
  { ...goTo('Go to Channel sets', Layers, paths.channelSets), also: 'accounts groups' },
  {
    label: 'Pause or resume all publishing…',
    also: 'stop hold crisis',
    icon: OctagonPause,
    needs: 'decide',
    run: askForPause,
  },
  {
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    hint: '?',
    run: () => useShortcuts.setState({ open: true }),
  },
  { label: 'Theme: light', also: 'mode bright', icon: Sun, run: () => setTheme('light') },
  { label: 'Theme: dark', also: 'mode night', icon: Moon, run: () => setTheme('dark') },
  { label: 'Theme: system', also: 'mode', icon: Monitor, run: () => setTheme('system') },
  {
    label: 'Logout',
    also: 'sign out',
    icon: LogOut,
    run: (navigate) => void navigate(paths.login, { state: { signingOut: true } }),
  },
];

/** Those of the assistant, where it is on. */
const assisted: Action[] = [
  {
    label: 'Draft with the assistant',
    also: 'create new write ai link notes',
    icon: Sparkles,
    needs: 'write',
    run: () => askForDrafts({ folder: lastFolder() }),
  },
  { ...goTo('Go to ideas', Lightbulb, paths.ideas), also: 'assistant ai beginnings' },
];

/** The folder that is selected in the list. */
const lastFolder = () => useContentView.getState().selectedFolder;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s:…]+/)
    .filter(Boolean);

/** Whether every word of the text is a prefix of a word of the label. */
function fits(label: string, text: string) {
  const known = wordsOf(label);
  return wordsOf(text).every((word) => known.some((keyword) => keyword.startsWith(word)));
}

/** What `CommandPalette` shows. */
export function OpenPalette({
  typed,
  onClose,
}: {
  typed: { current: string };
  onClose: () => void;
}) {
  const navigate = useNavigate();
  // Read when it is there: what was typed until then.
  const [text, setText] = useState(typed.current);
  const q = text.trim();
  const can = useCapabilities();
  const settled = useDebounced(q, DEBOUNCE_MS);
  const { data, isPlaceholderData, isError } = useSuggestions(settled, SUGGESTIONS);
  const isCurrent = settled === q && data !== undefined && !isPlaceholderData;
  // While loading, former suggestions that match stay, so that Enter opens nothing else.
  const suggestions = q && data ? data.filter(({ text }) => isCurrent || fits(text, q)) : [];
  const { data: known = [] } = useFolders();
  const folders = findFolders(known, q).slice(0, MAX_FOLDERS);
  const entry = (id: string, { label, icon, hint, run }: Action): PaletteEntry => ({
    id,
    label,
    icon,
    ...(hint && { hint }),
    onSelect: () => {
      onClose();
      run(navigate);
    },
  });
  const found = (kind: Suggestion['kind'], icon: LucideIcon) =>
    suggestions
      .filter((suggestion) => suggestion.kind === kind)
      .map((suggestion) =>
        entry(
          `${kind} ${suggestion.id ?? suggestion.text}`,
          goTo(shown(suggestion), icon, pathOf(suggestion)),
        ),
      );
  const search = goTo(`Search content for “${q}”`, Search, searchPath(q));
  const pageActions = usePageActions();
  const assistant = useAssistant();
  // After the field, while it fades in; before it with a text, which may be followed by Enter.
  const drawn = useSettled(true) || q !== '';
  const groups = drawn && [
    ...pageActions.map(({ heading, actions: own }) => ({
      heading,
      entries: own
        .filter(({ label, also = '' }) => fits(`${label} ${also}`, q))
        .map((action) => entry(`${heading} ${action.label}`, action)),
    })),
    {
      heading: 'Actions',
      entries: (assistant ? [...actions, ...assisted] : actions)
        .filter(
          ({ label, also = '', needs }) => fits(`${label} ${also}`, q) && (!needs || can(needs)),
        )
        .map((action) => entry(action.label, action)),
    },
    {
      heading: 'Folders',
      entries: folders.map(({ id, name }) =>
        entry(`folder ${id}`, goTo(name, Folder, paths.folder(id))),
      ),
    },
    { heading: 'Tags', entries: found('tag', Hash) },
    { heading: 'Content', entries: found('item', FileText) },
    { heading: 'Search', entries: q ? [entry('search', search)] : [] },
  ];
  const note = isError
    ? 'Failed to load suggestions.'
    : groups && isCurrent && q
      ? `${groups.reduce((sum, { entries }) => sum + entries.length, 0)} found`
      : HINT;
  return (
    <Palette
      onClose={onClose}
      label={LABEL}
      placeholder="Search or jump to…"
      text={text}
      onText={setText}
      words={wordsOf(q)}
      groups={groups || undefined}
      note={note}
    />
  );
}

const shown = ({ kind, text }: Suggestion) =>
  kind === 'item' && text.length >= TITLE ? `${text}…` : text;

const searchPath = (q: string) => paths.search(new URLSearchParams({ view: 'search', q }));

const pathOf = ({ kind, id, text }: Suggestion) =>
  kind === 'tag' || id === undefined ? searchPath(`"${text}"`) : paths.editContent(id);
