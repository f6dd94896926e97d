import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is outside of the window. */
export function useOutOfSight(element: RefObject<Element | null>): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => entry && setOut(!entry.isIntersecting));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOut;
}
