/** This tab's name for itself, until it is loaded anew. */
export const TAB = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
