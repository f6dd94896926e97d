import { Check, X } from 'lucide-react';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { type Summed, summaryOf } from './key-words.ts';

type Props = Summed & {
  workspace: string;
  /** When it ends: ‘until 5 May 2027’, or ‘never expires’. */
  until: string;
};

/** What a key may do, as it is being chosen. */
export function KeySummary({ workspace, until, ...key }: Props) {
  const { can, cant } = summaryOf(key);
  // Read out once somebody pauses.
  const said = useDebounced(`It can: ${can.join(', ')}. It can’t: ${cant.join(', ')}.`, 500);
  return (
    <section
      aria-label="Summary"
      className="flex flex-col gap-3 rounded-base bg-page p-4 text-[13px] max-md:hidden"
    >
      <h3 className="font-semibold">Summary</h3>
      <p>
        This key acts as <strong>{key.owner.name}</strong> in <strong>{workspace}</strong>
        {until.startsWith('until') ? ` ${until}` : ` and ${until}`}.
      </p>
      <ul className="flex flex-col gap-2">
        {can.map((text) => (
          <li key={text} className="flex gap-2">
            <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
            <span className="sr-only">Can: </span>
            {text}
          </li>
        ))}
        {cant.map((text) => (
          <li key={text} className="flex gap-2 text-muted">
            <X size={16} aria-hidden className="mt-0.5 shrink-0" />
            <span className="sr-only">Can’t: </span>
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-auto text-muted text-xs">
        If the role of {key.owner.name} changes, the key changes with it. Without them in the
        workspace, it ends.
      </p>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </section>
  );
}
