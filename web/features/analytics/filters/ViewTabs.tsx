import { type KeyboardEvent, useRef } from 'react';
import { classes } from '#web/lib/classes.ts';
import { useCurrentInView } from '#web/ui/current-in-view.ts';

type Tab = { name: string; label: string };
type Props = {
  tabs: readonly Tab[];
  chosen: string;
  panel: string;
  onChoose: (name: string) => void;
};

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** The views of the page. Arrow keys choose the next one. */
export function ViewTabs({ tabs, chosen, panel, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useCurrentInView(list, chosen);
  function onKeyDown(event: KeyboardEvent) {
    const here = tabs.findIndex(({ name }) => name === chosen);
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 };
    const step = STEPS[event.key];
    const to = ends[event.key] ?? (step && (here + step + tabs.length) % tabs.length);
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to as number]?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Views"
      onKeyDown={onKeyDown}
      className="-mb-px flex min-w-0 gap-5 overflow-x-auto [scrollbar-width:none]"
    >
      {tabs.map(({ name, label }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          data-state={name === chosen ? 'on' : undefined}
          aria-controls={panel}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
          className={classes(
            'h-11 shrink-0 border-b-2 font-medium -outline-offset-2',
            name === chosen
              ? 'border-accent-solid text-text'
              : 'border-transparent text-muted hover:text-text',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
