import { Tabs } from 'radix-ui';
import type { EditorKind } from '#web/features/editor/store/editor-fields.ts';
import { classes } from '#web/lib/classes.ts';

const kinds: { value: EditorKind; label: string }[] = [
  { value: 'single', label: 'Single Content' },
  { value: 'thread', label: 'Thread' },
];

const FIXED = 'Content type cannot be changed when editing';

type Props = {
  kind: EditorKind;
  editing: boolean;
  disabled: boolean;
  onChange: (kind: EditorKind) => void;
};

/** Single post or thread; fixed for an existing item (docs/domain/pages.md, 'Editor'). */
export function TypeTabs({ kind, editing, disabled, onChange }: Props) {
  return (
    <div className="flex items-center gap-3">
      <Tabs.Root value={kind} onValueChange={(value) => onChange(value as EditorKind)}>
        <Tabs.List
          aria-label="Content type"
          title={editing ? FIXED : undefined}
          className="inline-flex gap-0.5 rounded-base bg-sunken p-0.5"
        >
          {kinds.map(({ value, label }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              disabled={(editing || disabled) && kind !== value}
              className={classes(
                'inline-flex h-7 items-center whitespace-nowrap rounded-[6px] px-2.5 font-medium text-[13px] disabled:cursor-not-allowed',
                kind === value ? 'bg-surface' : 'text-muted enabled:hover:text-text',
              )}
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {/* The tabs control the form around them; each needs a panel to refer to. */}
        {kinds.map(({ value }) => (
          <Tabs.Content key={value} value={value} forceMount tabIndex={-1} className="sr-only" />
        ))}
      </Tabs.Root>
      {editing && (
        <p className="text-muted text-xs md:max-[1679px]:sr-only" title={FIXED}>
          {FIXED}
        </p>
      )}
    </div>
  );
}
