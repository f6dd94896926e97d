import { useLayoutEffect, useRef } from 'react';

/**
 * An element that ends with the window: `--top` is where it begins there, in pixels. It is sticky,
 * and what the page shows above it, as a notice, is scrolled away.
 */
export function useToBottom<Shown extends HTMLElement>() {
  const element = useRef<Shown>(null);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const place = () => {
      const top = Math.max(0, Math.round(shown.getBoundingClientRect().top));
      shown.style.setProperty('--top', `${top}px`);
    };
    place();
    // A notice comes and goes above its parent, which takes the rest of the window.
    const observer = new ResizeObserver(place);
    if (shown.parentElement) observer.observe(shown.parentElement);
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, []);
  return element;
}
