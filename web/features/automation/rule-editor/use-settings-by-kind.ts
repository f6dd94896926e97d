import { useRef } from 'react';

/**
 * Entries of a block by their kind: one that is turned to another kind and back has its settings
 * again.
 * @param start what an entry of a kind begins with
 */
export function useSettingsByKind<Entry extends { kind: string }>(
  value: Entry | null,
  start: (kind: Entry['kind']) => Entry,
): (kind: Entry['kind']) => Entry {
  const kept = useRef(new Map<string, Entry>());
  return (kind) => {
    if (value) kept.current.set(value.kind, value);
    return kept.current.get(kind) ?? start(kind);
  };
}
