/** A key that nobody else has. `crypto.randomUUID` exists at https and localhost only. */
export const randomKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join('-');
