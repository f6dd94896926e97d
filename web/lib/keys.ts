/** The name of the command key on this device. */
export const MOD = /Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
