import { startTransition, useEffect, useState } from 'react';

/**
 * Whether this value has been drawn before: false in its first rendering, and true in another one
 * that follows in pieces. For what is drawn after the rest. Unlike a deferred value it does so in a
 * deferred rendering, too.
 */
export function useSettled(value: string | true): boolean {
  const [drawn, setDrawn] = useState<string | true>();
  useEffect(() => startTransition(() => setDrawn(value)), [value]);
  return drawn === value;
}
