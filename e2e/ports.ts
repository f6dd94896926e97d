/** The port of the first process of the browser tests. */
export const PORT = Number(process.env.E2E_PORT ?? 3210);

/**
 * The port of a process that a journey restarts, of one at an address without TLS, of a restored
 * copy, and of one below a path, with its two proxies.
 */
export const RESTARTED_PORT = PORT + 2;
export const LAN_PORT = PORT + 3;
export const COPY_PORT = PORT + 4;
export const BELOW_PORT = PORT + 5;
export const BELOW_PROXY_PORTS = [PORT + 6, PORT + 7] as const;
/** A name that Chromium resolves to this machine, and does not take for this machine. */
export const LAN_HOST = 'lan.test';

/** The port of the second one, on the same database. */
export const secondPort = (port: number) => port + 1;
