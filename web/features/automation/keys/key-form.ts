import { useState } from 'react';
import type { Key, KeyCreate } from '#contract/people/keys.ts';
import type { Scope } from '#contract/scopes.ts';
import { localOf, resolveLocal } from '#contract/times.ts';

const DAY_MS = 24 * 60 * 60_000;

/** When a key ends: after so many days, at a date, as it does now, or never. */
export const ENDS = {
  month: { label: '30 days', days: 30 },
  quarter: { label: '90 days', days: 90 },
  year: { label: 'In a year', days: 365 },
  date: { label: 'A date…', days: undefined },
  never: { label: 'Never', days: undefined },
} as const;
export type End = keyof typeof ENDS;

export type KeyForm = {
  name: string;
  owner: number;
  draftsOnly: boolean;
  scopes: Scope[];
  folders: number[] | null;
  channels: number[] | null;
  addresses: string;
  end: End;
  /** A day, for the end at a date. */
  day: string;
};

type Known = Pick<Key, 'expires_at'> | undefined;

/** The day on which a key ends, in the zone of the workspace. */
const dayOf = (known: Known, zone: string) =>
  known?.expires_at ? localOf(known.expires_at, zone).slice(0, 10) : '';

/** The fields of a key that is changed, or of a new one of this member. */
export function useKeyForm(known: Key | undefined, me: number, zone: string) {
  const [first] = useState<KeyForm>(() => ({
    name: known?.name ?? '',
    owner: known?.owner.id ?? me,
    draftsOnly: known?.drafts_only ?? true,
    scopes: known?.scopes ?? ['read', 'write'],
    folders: known?.folders ?? null,
    channels: known?.channels ?? null,
    addresses: known?.addresses?.join(', ') ?? '',
    end: known ? (known.expires_at ? 'date' : 'never') : 'year',
    day: dayOf(known, zone),
  }));
  const [form, setForm] = useState(first);
  const change = (fields: Partial<KeyForm>) => setForm((before) => ({ ...before, ...fields }));
  return { form, change, isChanged: JSON.stringify(form) !== JSON.stringify(first) };
}

/**
 * When a key of these fields ends: at the end of a day of the workspace; null: never; undefined: the
 * day is missing. A key keeps its instant while its day is the same.
 */
export function endOf(
  { end, day }: Pick<KeyForm, 'end' | 'day'>,
  { known, zone, now }: { known: Known; zone: string; now: number },
): string | null | undefined {
  if (end === 'never') return null;
  if (end !== 'date') return new Date(now + ENDS[end].days * DAY_MS).toISOString();
  if (!isDay(day)) return undefined;
  if (known?.expires_at && day === dayOf(known, zone)) return known.expires_at;
  const { instant } = resolveLocal(`${day}T23:59`, zone);
  return new Date(Date.parse(instant) + 59_000).toISOString();
}

/** What is not chosen yet, by field, as a reader of the form is told. */
export function missingIn({ folders, channels, end, day }: KeyForm): Record<string, string[]> {
  return {
    ...(folders?.length === 0 && { folders: ['Choose a folder, or all folders.'] }),
    ...(channels?.length === 0 && { channels: ['Choose a channel, or all channels.'] }),
    ...(end === 'date' && !isDay(day) && { expires_at: ['Choose a date.'] }),
  };
}

/** A date field has longer years, too. */
const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day);

/** What is sent of a form; `possible`: the scopes that its owner can have. */
export function bodyOf(
  form: KeyForm,
  possible: readonly Scope[],
  expires: string | null,
): Omit<KeyCreate, 'acts_as'> {
  const addresses = form.addresses.split(/[\s,]+/).filter(Boolean);
  return {
    name: form.name,
    scopes: form.scopes.filter((scope) => possible.includes(scope)),
    drafts_only: form.draftsOnly,
    folders: form.folders,
    channels: form.channels,
    addresses: addresses.length ? addresses : null,
    expires_at: expires,
  };
}
