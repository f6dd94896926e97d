import { MOD } from '#web/lib/keyboard/keys.ts';
import { setSingleKeys, useSingleKeys } from '#web/lib/keyboard/single-keys.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

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
      { keys: ['/'], does: 'At the start of a line or after a space: insert a snippet and more' },
      { keys: [MOD, 'Enter'], does: 'Add a post to the thread' },
      { keys: ['Alt', '↑'], does: 'Move the post up' },
      { keys: ['Alt', '↓'], does: 'Move the post down' },
      { keys: ['Backspace'], does: 'At the start of a post: join it to the previous one' },
    ],
  },
  {
    title: 'List',
    keys: [
      { keys: ['↑', '↓'], does: 'Move, or J and K' },
      { keys: ['←', '→'], does: 'Close and open a thread' },
      { keys: ['Enter'], does: 'Open, or E' },
      { keys: ['Space'], does: 'Preview; with a selection, select' },
      { keys: ['X'], does: 'Select' },
      { keys: ['Shift', 'X'], does: 'Select everything in between' },
      { keys: ['Shift', '↓'], does: 'Extend the selection' },
      { keys: [MOD, 'A'], does: 'Select everything' },
      { keys: ['Esc'], does: 'Clear the selection' },
      { keys: ['S'], does: 'Change the status' },
      { keys: ['M'], does: 'Move to a folder' },
      { keys: ['T'], does: 'Tags' },
      { keys: ['P'], does: 'Publish' },
      { keys: ['D'], does: 'Duplicate' },
      { keys: ['#'], does: 'Delete' },
      { keys: ['V'], does: 'Compact or comfortable' },
    ],
  },
  {
    title: 'Review',
    keys: [
      { keys: ['J', 'K'], does: 'Next and previous' },
      { keys: ['A'], does: 'Approve' },
      { keys: ['R'], does: 'Reject, with a reason' },
      { keys: [MOD, 'Enter'], does: 'Send the reason' },
      { keys: ['E'], does: 'Edit' },
      { keys: ['Enter'], does: 'Preview' },
    ],
  },
  {
    title: 'Needs attention',
    keys: [
      { keys: ['↑', '↓'], does: 'Move, or J and K' },
      { keys: ['Enter'], does: 'Do what is suggested' },
      { keys: ['E'], does: 'Leave it as it is' },
    ],
  },
  {
    title: 'Media',
    keys: [
      { keys: ['↑', '↓'], does: 'Move, like ← and →' },
      { keys: ['Enter'], does: 'Open' },
      { keys: ['X'], does: 'Select' },
      { keys: ['Shift', 'X'], does: 'Select everything in between' },
      { keys: ['Del'], does: 'Move to trash' },
    ],
  },
  {
    title: 'Calendar',
    keys: [
      { keys: ['T'], does: 'Today' },
      { keys: ['←', '→'], does: 'Move through posts and days, like ↑ and ↓' },
      { keys: ['Alt', '→'], does: 'Move a post by a day' },
      { keys: ['Alt', '↓'], does: 'Move it by a week, or to the next slot' },
      { keys: ['M'], does: 'Move it to…' },
      { keys: ['Enter'], does: 'Open it; on an empty day, write a post' },
      { keys: ['Del'], does: 'Cancel it' },
    ],
  },
];

/** The list of all shortcuts. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const single = useSingleKeys((state) => state.on);
  return (
    <Dialog open wide onClose={onClose} title="Keyboard Shortcuts">
      <div className="gap-8 md:columns-2">
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 font-medium text-muted">{title}</h3>
            <dl className="divide-y divide-line">
              {keys.map((shortcut) => (
                <div key={shortcut.does} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{shortcut.does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {shortcut.keys.map((key) => (
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
      </div>
      <Checkbox checked={single} onChange={setSingleKeys}>
        Single-key shortcuts
      </Checkbox>
    </Dialog>
  );
}
