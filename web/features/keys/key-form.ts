import { useState } from 'react';
import type { Key, KeyCreate } from '#contract/people/keys.ts';
import type { Scope } from '#contract/scopes.ts';

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

/** The fields of a key that is changed, or of a new one of this member. */
export function useKeyForm(known: Key | undefined, me: number) {
  const [form, setForm] = useState<KeyForm>(() => ({
    name: known?.name ?? '',
    owner: known?.owner.id ?? me,
    draftsOnly: known?.drafts_only ?? true,
    scopes: known?.scopes ?? ['read', 'write'],
    folders: known?.folders ?? null,
    channels: known?.channels ?? null,
    addresses: known?.addresses?.join(', ') ?? '',
    end: known ? (known.expires_at ? 'date' : 'never') : 'year',
    day: known?.expires_at?.slice(0, 10) ?? '',
  }));
  const change = (fields: Partial<KeyForm>) => setForm((before) => ({ ...before, ...fields }));
  return { form, change };
}

/** When a key of these fields ends; null: never. */
export function endOf({ end, day }: Pick<KeyForm, 'end' | 'day'>, now: number): string | null {
  if (end === 'never') return null;
  if (end === 'date') return day ? `${day}T23:59:59Z` : '';
  return new Date(now + ENDS[end].days * DAY_MS).toISOString();
}

/** What is sent of a form; `possible`: the scopes that its owner can have. */
export function bodyOf(
  form: KeyForm,
  possible: readonly Scope[],
  now: number,
): Omit<KeyCreate, 'acts_as'> {
  const addresses = form.addresses.split(/[\s,]+/).filter(Boolean);
  return {
    name: form.name,
    scopes: form.scopes.filter((scope) => possible.includes(scope)),
    drafts_only: form.draftsOnly,
    folders: form.folders,
    channels: form.channels,
    addresses: addresses.length ? addresses : null,
    expires_at: endOf(form, now),
  };
}
