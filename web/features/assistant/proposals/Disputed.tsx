import { Button } from '#web/ui/Button.tsx';

/** What is proposed for a sentence that its author has changed meanwhile. */
export const Disputed = ({ proposed, onUse }: { proposed: string; onUse: () => void }) => (
  <div className="mx-4 my-1 flex items-center gap-2 border-[var(--amber-8)] border-l-2 pl-2 text-[13px]">
    <p className="min-w-0 grow">
      <span className="text-muted">Proposed here:</span> {proposed}
    </p>
    <Button size="small" onClick={onUse}>
      Use it
    </Button>
  </div>
);
