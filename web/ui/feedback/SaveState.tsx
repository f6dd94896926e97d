import { Check } from 'lucide-react';
import type { Autosave } from '#web/lib/drafts/use-autosave.ts';
import { Button } from '../Button.tsx';

/** Whether what is written is saved, for a form that saves by itself. */
export const SaveState = ({ saving: { state, error, retry } }: { saving: Autosave }) => (
  <span className="flex shrink-0 items-center gap-1.5 text-[13px] text-muted">
    {state === 'Saved' && <Check size={14} aria-hidden className="text-fine" />}
    <span role="status" className={state === 'Not saved' ? 'text-danger' : 'max-sm:sr-only'}>
      {state}
    </span>
    {error && state === 'Not saved' && (
      <Button size="small" onClick={retry}>
        Retry
      </Button>
    )}
  </span>
);
