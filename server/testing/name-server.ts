import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** A name server (RFC 1035). */

const TYPES: Readonly<Record<number, number>> = { 1: 4, 28: 16 };
const NO_NAME = 3;

/**
 * @param addressesOf the IPv4 addresses of a name; 'silent' where it does not respond
 * @returns its address, and the names that it was asked for
 */
export async function startNameServer(addressesOf: (name: string) => string[] | 'silent') {
  const socket = createSocket('udp4');
  const asked = new Set<string>();
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    const type = question.readUInt16BE(at + 1);
    asked.add(name);
    const known = addressesOf(name);
    if (known === 'silent') return;
    const records = type === 1 ? known : [];
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (known.length || !TYPES[type] ? 0 : NO_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const answers = records.map((record) =>
      // The name is the one of the question; for a minute.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...record.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, at + 5), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, asked, stop: () => socket.close() };
}
