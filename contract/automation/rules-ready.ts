import type { UnfinishedRule } from './rules-settings.ts';
import type { RuleIcon } from './rules-words.ts';

/** Rules to begin with: what is not chosen in them is a gap. */

export type ReadyRule = UnfinishedRule & { icon: RuleIcon };

const asDraft = { kind: 'draft' } as const;

export const READY_RULES: readonly ReadyRule[] = [
  {
    name: 'Feed to drafts',
    icon: 'rss',
    trigger: { kind: 'feed_entry' },
    conditions: [],
    actions: [{ kind: 'draft', from: 'template' }],
    becomes: asDraft,
  },
  {
    name: 'Weekly recap',
    icon: 'calendar-clock',
    trigger: { kind: 'time', every: 'week', weekday: 5, at: '16:00' },
    conditions: [],
    actions: [{ kind: 'draft', from: 'template' }],
    becomes: asDraft,
  },
  {
    name: 'Queue low, take evergreen',
    icon: 'recycle',
    trigger: { kind: 'queue_low', fewer_than: 3 },
    conditions: [],
    actions: [{ kind: 'evergreen' }],
    becomes: asDraft,
  },
  {
    name: 'Best of the month',
    icon: 'trophy',
    trigger: { kind: 'best_post', every: 'month', day: 1, at: '10:00', metric: 'views' },
    conditions: [],
    actions: [{ kind: 'draft', from: 'template' }],
    becomes: asDraft,
  },
  {
    name: 'Thank at 100',
    icon: 'heart',
    trigger: { kind: 'figures', metric: 'reactions', at_least: 100, within_hours: null },
    conditions: [],
    actions: [{ kind: 'draft', from: 'template' }],
    becomes: asDraft,
  },
  {
    name: 'Success, tell its author',
    icon: 'trending-up',
    trigger: { kind: 'figures', metric: 'views', at_least: 10_000, within_hours: 48 },
    conditions: [],
    actions: [{ kind: 'notify', author: true }],
    becomes: asDraft,
  },
  {
    name: 'Approved to queue',
    icon: 'circle-check',
    trigger: { kind: 'post_moved', status: 'approved' },
    conditions: [],
    actions: [{ kind: 'schedule', when: 'queue' }],
    becomes: asDraft,
  },
  {
    name: 'Failed, tell people',
    icon: 'triangle-alert',
    trigger: { kind: 'publication', became: 'stopped' },
    conditions: [],
    actions: [{ kind: 'notify' }],
    becomes: asDraft,
  },
  {
    name: 'Ready tag to review',
    icon: 'tag',
    trigger: { kind: 'post_tagged', tag: 'ready' },
    conditions: [],
    actions: [{ kind: 'submit' }],
    becomes: asDraft,
  },
  {
    name: 'Birthday of a note',
    icon: 'sticky-note',
    trigger: { kind: 'day_note', words: ['birthday'], at: '08:00' },
    conditions: [],
    actions: [{ kind: 'draft', from: 'template' }],
    becomes: asDraft,
  },
  {
    name: 'Forgotten drafts',
    icon: 'hourglass',
    trigger: { kind: 'post_idle', days: 14, at: '09:00' },
    conditions: [],
    actions: [
      { kind: 'notify', author: true },
      { kind: 'tags', add: ['forgotten'], remove: [] },
    ],
    becomes: asDraft,
  },
  {
    name: 'New picture with tag',
    icon: 'image-plus',
    trigger: { kind: 'file_added', folder: null, tag: 'to-post' },
    conditions: [{ kind: 'picture', has: true }],
    actions: [{ kind: 'draft', from: 'template' }],
    becomes: asDraft,
  },
];
