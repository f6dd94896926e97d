import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import type { AfterwardsProps, ChosenAfterwards } from './afterwards-form.ts';

const Fields = lazy(() =>
  import('./AfterwardsFields.tsx').then(({ AfterwardsFields }) => ({ default: AfterwardsFields })),
);

/** What is done once it is out, folded. */
export function AfterwardsSection(props: AfterwardsProps) {
  const { repost, reply, remove } = props.value;
  const [open, setOpen] = useState(Boolean(repost || reply || remove));
  const id = useId();
  useEffect(() => {
    if (props.missing) setOpen(true);
  }, [props.missing]);
  // What was entered is there again when a part is chosen again.
  const entered = useRef(props.value);
  function change(value: ChosenAfterwards) {
    for (const part of [props.value, value])
      entered.current = {
        repost: part.repost ?? entered.current.repost,
        reply: part.reply ?? entered.current.reply,
        remove: part.remove ?? entered.current.remove,
      };
    props.onChange(value);
  }
  const chosen = [
    ...(repost ? ['repost'] : []),
    ...(reply ? ['reply'] : []),
    ...(remove ? ['delete'] : []),
  ];
  return (
    <section aria-label="Afterwards" className="mt-6 border-line border-t pt-4">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-9 w-full items-center gap-2 rounded-sm text-left font-semibold max-md:min-h-11"
        >
          <span className="grow">
            Afterwards
            <span className="ml-2 font-normal text-muted text-xs">
              {chosen.length ? chosen.join(', ') : 'nothing'}
            </span>
          </span>
          <ChevronDown size={16} aria-hidden className={classes(open && 'rotate-180')} />
        </button>
      </h3>
      <div id={id} hidden={!open} className="mt-2">
        {open && (
          <Suspense fallback={<Skeleton className="h-32" />}>
            <Fields {...props} entered={entered} onChange={change} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
