/** The port of the first process of the browser tests. */
export const PORT = Number(process.env.E2E_PORT ?? 3210);

/** The port of the second one, on the same database. */
export const secondPort = (port: number) => port + 1;
