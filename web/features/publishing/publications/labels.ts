import {
  AlarmClockOff,
  CircleHelp,
  CircleX,
  FileDiff,
  type LucideIcon,
  TimerOff,
  Unplug,
  Wrench,
} from 'lucide-react';
import type { AttemptStep, Outcome, StopReason } from '#contract/publishing/publications.ts';

/** The words and icons of publications. */

export const reasons: Record<StopReason, { label: string; icon: LucideIcon }> = {
  rejected: { label: 'Refused', icon: CircleX },
  reconnect: { label: 'Reconnect', icon: Unplug },
  operator: { label: 'Server', icon: Wrench },
  unknown: { label: 'Unknown', icon: CircleHelp },
  late: { label: 'Late', icon: AlarmClockOff },
  changed: { label: 'Changed', icon: FileDiff },
  exhausted: { label: 'Gave up', icon: TimerOff },
};

export const steps: Record<AttemptStep, string> = {
  prepare: 'Prepared',
  send: 'Sent',
  find: 'Checked',
  remove: 'Deleted',
};

export const outcomes: Record<Outcome, string> = {
  sent: 'published',
  absent: 'not found',
  repeatable: 'safe to send again',
  unknowable: 'can’t be checked',
  prepared: 'ready',
  removed: 'deleted',
  transient: 'no response',
  rate_limited: 'pause',
  expired: 'access renewed',
  reauthorize: 'access revoked',
  rejected: 'refused',
  operator: 'server',
  unknown: 'unknown',
  processing: 'being processed',
  unprepared: 'the file was gone',
};
