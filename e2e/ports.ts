/** The port of the first process of the browser tests. */
export const PORT = Number(process.env.E2E_PORT ?? 3210);

/** The port of a process that a journey restarts, of one at an address without TLS, and of a restored copy. */
export const RESTARTED_PORT = PORT + 2;
export const LAN_PORT = PORT + 3;
export const COPY_PORT = PORT + 4;
/** A name that Chromium resolves to this machine, and does not take for this machine. */
export const LAN_HOST = 'lan.test';

/** The port of the second one, on the same database. */
export const secondPort = (port: number) => port + 1;
