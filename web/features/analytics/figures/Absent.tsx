import { Clock, KeyRound } from 'lucide-react';

export type Reason = { kind: 'absent' | 'waiting' | 'permission'; text: string };

/** Why a figure is not there: told apart by its sign, and said to who points at it or hears it. */
export const Absent = ({ reason: { kind, text } }: { reason: Reason }) => (
  <span title={text} className="inline-flex items-center justify-end gap-1 text-muted">
    {kind === 'waiting' && <Clock size={12} aria-hidden />}
    {kind === 'permission' && <KeyRound size={12} aria-hidden className="text-warning" />}
    <span aria-hidden>–</span>
    <span className="sr-only">{text}</span>
  </span>
);

/** What the signs of a table mean. */
export const AbsentLegend = ({ none }: { none: string }) => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
    <span>– {none}</span>
    <span className="flex items-center gap-1">
      <Clock size={12} aria-hidden /> not all read yet
    </span>
    <span className="flex items-center gap-1">
      <KeyRound size={12} aria-hidden className="text-warning" /> connect again
    </span>
  </p>
);
