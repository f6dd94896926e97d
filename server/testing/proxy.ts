import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to PostgreSQL that can fail silently, like a dead host: data is swallowed, and open
 * connections stay dead, even after recovery.
 * @param url the address of a database there
 */
export async function startTunnel(url: string) {
  const { hostname, port, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const folder = searchParams.get('host');
  const reach = () =>
    folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(port || 5432), hostname);
  const pairs = new Set<{ client: Socket; server: Socket; dead: boolean }>();
  let open = true;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (!open) return;
    const to = reach();
    const pair = { client, server: to, dead: false };
    pairs.add(pair);
    const end = () => {
      if (pair.dead) return;
      pairs.delete(pair);
      client.destroy();
      to.destroy();
    };
    client.on('data', (data) => pair.dead || to.write(data)).on('close', end);
    to.on('data', (data) => pair.dead || client.write(data))
      .on('close', end)
      .on('error', end);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on nothing passes, and open connections stay dead. */
    swallow: () => {
      open = false;
      for (const pair of pairs) pair.dead = true;
      return pairs.size;
    },
    restore: () => {
      open = true;
    },
    /** The network gives dead connections up, after minutes. */
    giveUp: () => {
      for (const { client, server: to, dead } of pairs)
        if (dead) for (const entry of [client, to]) entry.destroy();
    },
    stop: () => {
      for (const { client, server: to } of pairs) for (const entry of [client, to]) entry.destroy();
      server.close();
    },
  };
}
