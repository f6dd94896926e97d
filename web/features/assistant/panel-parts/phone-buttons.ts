/** A soft button on a phone: its sheet covers the primary one of the page. */
export const FILLED =
  'max-md:bg-accent-solid max-md:text-on-accent max-md:hover:bg-accent-solid-hover max-md:h-11 max-md:px-4';

/** The other buttons of a foot there. */
export const TALL = 'max-md:h-11';
