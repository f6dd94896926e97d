import {
  AlarmClockOff,
  Ban,
  CalendarClock,
  Check,
  CircleHelp,
  CircleX,
  Clock,
  FileDiff,
  LoaderCircle,
  type LucideIcon,
  TimerOff,
  TriangleAlert,
  Unplug,
  Wrench,
} from 'lucide-react';
import type { AttemptStep, Outcome, PublicationState, StopReason } from '#contract/publications.ts';

/** The words and icons of publications. */

export const states: Record<PublicationState, { label: string; icon: LucideIcon; look: string }> = {
  proposed: {
    label: 'Waits for approval',
    icon: CalendarClock,
    look: 'bg-review text-on-review',
  },
  scheduled: { label: 'Scheduled', icon: Clock, look: 'bg-approved text-on-approved' },
  publishing: {
    label: 'Publishing',
    icon: LoaderCircle,
    look: 'bg-surface ring-1 ring-inset ring-busy text-text',
  },
  published: { label: 'Published', icon: Check, look: 'bg-published text-on-published' },
  stopped: { label: 'Stopped', icon: TriangleAlert, look: 'bg-danger-soft text-on-danger-soft' },
  cancelled: { label: 'Cancelled', icon: Ban, look: 'bg-archived text-on-archived' },
};

export const reasons: Record<StopReason, { label: string; icon: LucideIcon }> = {
  rejected: { label: 'Refused', icon: CircleX },
  reconnect: { label: 'Reconnect', icon: Unplug },
  operator: { label: 'Server', icon: Wrench },
  unknown: { label: 'Not known', icon: CircleHelp },
  late: { label: 'Late', icon: AlarmClockOff },
  changed: { label: 'Changed', icon: FileDiff },
  exhausted: { label: 'Gave up', icon: TimerOff },
};

export const steps: Record<AttemptStep, string> = {
  prepare: 'Prepared',
  send: 'Sent',
  find: 'Looked for it',
  remove: 'Deleted',
};

export const outcomes: Record<Outcome, string> = {
  sent: 'published',
  absent: 'not there',
  unknowable: 'can’t be asked',
  prepared: 'ready',
  removed: 'deleted',
  transient: 'no response',
  rate_limited: 'pause',
  expired: 'access renewed',
  reauthorize: 'access revoked',
  rejected: 'refused',
  operator: 'server',
  unknown: 'not known',
};
