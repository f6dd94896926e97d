/** Where the first process of the browser tests listens. */
export const PORT = Number(process.env.E2E_PORT ?? 3210);

/** Where the second one does, on the same database. */
export const secondPort = (port: number) => port + 1;
