import { MessageSquareQuote } from 'lucide-react';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { useDiscardAlts, useProposedAlts } from './alt-queries.ts';

/** Says that alt texts wait for someone who confirms them. @param onOpen opens a file */
export function AltNotice({ onOpen }: { onOpen: (file: number) => void }) {
  const alts = useProposedAlts();
  const { mutate: discard } = useDiscardAlts();
  const [first] = alts;
  if (!first) return null;
  return (
    <section
      aria-label="Proposed alt texts"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-base border border-line bg-surface px-4 py-3"
    >
      <MessageSquareQuote size={16} aria-hidden className="shrink-0 text-warning" />
      <p className="min-w-48 grow basis-0 text-muted">
        <span className="font-medium text-text">
          Alt texts are proposed for {plural(alts.length, 'picture')}.
        </span>{' '}
        They are not used until someone confirms them.
      </p>
      <Button size="bar" onClick={() => onOpen(first.file)}>
        Look through them
      </Button>
      <Button variant="ghost" size="bar" onClick={() => discard(undefined)}>
        Discard all
      </Button>
    </section>
  );
}
