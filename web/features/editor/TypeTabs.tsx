import { classes } from '#web/lib/classes.ts';

/** Single post or thread; the type of what is there already is fixed. Threads cannot be written yet, and the tab says so. */
export function TypeTabs({ editing }: { editing: boolean }) {
  const tab = 'inline-flex h-8 items-center gap-2 rounded-[6px] px-3 font-medium';
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="tablist" aria-label="Content type" className="inline-flex gap-1 rounded-base bg-sunken p-1">
        <button type="button" role="tab" aria-selected className={classes(tab, 'bg-surface')}>
          Single Content
        </button>
        <button type="button" role="tab" aria-selected={false} disabled className={classes(tab, 'text-muted')}>
          Thread
          {!editing && <span className="rounded-full border border-line px-1.5 font-normal text-xs">planned</span>}
        </button>
      </div>
      {editing && <p className="text-muted">Content type cannot be changed when editing</p>}
    </div>
  );
}
