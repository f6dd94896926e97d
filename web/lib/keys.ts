/** What the key for commands is called on this device. */
export const MOD = /Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
