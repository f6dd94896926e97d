import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { paths } from '#contract/paths.ts';
import { setBell } from '#web/features/notifications/bell.ts';
import { MOD } from '#web/lib/keys.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

const STORED = 'single-keys';

/**
 * Whether the list of shortcuts is open, and whether single-key shortcuts are enabled: speech input
 * needs them off (WCAG 2.1.4).
 */
export const useShortcuts = create(() => ({
  open: false,
  single: localStorage.getItem(STORED) !== 'off',
}));

function setSingle(single: boolean) {
  localStorage.setItem(STORED, single ? 'on' : 'off');
  useShortcuts.setState({ single });
}

const groups: { title: string; keys: { keys: string[]; does: string }[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      { keys: [MOD, 'K'], does: 'Find content, folders and actions' },
      { keys: ['C'], does: 'Create a post' },
      { keys: ['/'], does: 'Search content' },
      { keys: ['N'], does: 'Open the notifications' },
      { keys: ['?'], does: 'Show these shortcuts' },
    ],
  },
  {
    title: 'Editor',
    keys: [
      { keys: [MOD, 'S'], does: 'Save' },
      { keys: [MOD, 'Enter'], does: 'Add a post to the thread' },
      { keys: ['Alt', '↑'], does: 'Move the post up' },
      { keys: ['Alt', '↓'], does: 'Move the post down' },
      { keys: ['Backspace'], does: 'At the start of a post: join it to the one before' },
    ],
  },
  {
    title: 'Multi-item view',
    keys: [
      { keys: ['Space'], does: 'Select the item' },
      { keys: ['Shift', 'Click'], does: 'Select everything in between' },
    ],
  },
];

/** The shortcuts of pages for members, and their list. */
export function Shortcuts() {
  const { open, single } = useShortcuts();
  const navigate = useNavigate();
  useEffect(() => {
    if (!single) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
        return;
      if (isTaken(event.target)) return;
      if (event.key === '?') useShortcuts.setState({ open: true });
      else if (event.key === 'c') navigate(paths.createContent());
      else if (event.key === '/') search(navigate);
      else if (event.key === 'n') setBell(true);
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [single, navigate]);
  return (
    <Dialog
      open={open}
      onClose={() => useShortcuts.setState({ open: false })}
      title="Keyboard Shortcuts"
    >
      {groups.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 font-medium text-muted">{title}</h3>
          <dl className="divide-y divide-line">
            {keys.map((one) => (
              <div key={one.does} className="flex items-center justify-between gap-4 py-1.5">
                <dt>{one.does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {one.keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-sm border border-line bg-hover px-1.5 font-sans text-muted"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox checked={single} onChange={setSingle}>
        Shortcuts of a single key
      </Checkbox>
    </Dialog>
  );
}

/** Where keys type, or belong to an open dialog or menu. */
const isTaken = (target: EventTarget | null) =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/** Focuses the search field of this page, else opens that of the content page. */
function search(navigate: ReturnType<typeof useNavigate>) {
  const box = document.querySelector<HTMLElement>('main input[type=search]');
  if (box) box.focus();
  else navigate(paths.content, { state: { search: true } });
}
