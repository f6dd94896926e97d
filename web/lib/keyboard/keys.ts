/** The name of the command key on this device. */
export const MOD = /Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** What a key is while an input method composes; Safari ends that before the key that does so. */
const COMPOSING = 229;

/** Whether a key is part of a composition, as of Japanese: it chooses characters. */
export const isComposing = (event: KeyboardEvent) =>
  event.isComposing || event.keyCode === COMPOSING;
