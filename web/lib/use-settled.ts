import { startTransition, useEffect, useState } from 'react';

/**
 * Whether this value has been drawn before: false in its first rendering, and true in another one
 * that follows in pieces. For what is drawn after the rest. Unlike a deferred value it does so in a
 * deferred rendering, too.
 * @param rests whether that other rendering may begin
 */
export function useSettled(value: string | true, rests = true): boolean {
  const [drawn, setDrawn] = useState<string | true>();
  useEffect(() => {
    if (rests) startTransition(() => setDrawn(value));
  }, [value, rests]);
  return drawn === value;
}
