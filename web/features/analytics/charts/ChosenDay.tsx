import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';

type Props = {
  at: number;
  count: number;
  onChoose: (at: number) => void;
  children: ReactNode;
};

/** On a phone, what the chosen day of a chart says, and its neighbours. */
export const ChosenDay = ({ at, count, onChoose, children }: Props) => (
  <div className="-mx-4 mt-2 flex min-h-11 items-center gap-2 border-line border-y px-2 md:hidden">
    <Step label="The day before" onClick={() => onChoose(Math.max(at - 1, 0))}>
      <ChevronLeft size={16} aria-hidden />
    </Step>
    <p className="flex grow items-center justify-center gap-2 tabular-nums">{children}</p>
    <Step label="The day after" onClick={() => onChoose(Math.min(at + 1, count - 1))}>
      <ChevronRight size={16} aria-hidden />
    </Step>
  </div>
);

type StepProps = { label: string; onClick: () => void; children: ReactNode };

const Step = ({ label, onClick, children }: StepProps) => (
  <Button variant="ghost" aria-label={label} onClick={onClick} className="size-11 px-0">
    {children}
  </Button>
);
