import type { AddressInfo, Server, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as it was read, with its bytes and its envelope sender. */
type Caught = Email & { bytes: string; envelopeFrom: string | undefined };

/** What the mail server does with a mail: accepts it, or fails in a realistic way. */
type Mood = 'well' | 'refuses' | 'hangs' | 'drops';

/**
 * A real SMTP server on this machine; `mood` can change at any time, `mails` are the accepted ones.
 * Mails to new accounts are in `welcomes`.
 */
export async function startSmtp() {
  const state = {
    mood: 'well' as Mood,
    mails: [] as Caught[],
    welcomes: [] as Caught[],
    attempts: 0,
  };
  const open = new Set<Socket>();
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const parts: Buffer[] = [];
      try {
        for await (const part of stream) parts.push(part as Buffer);
      } catch {
        // The client is gone, or was hung up on: it sends the mail again.
        return;
      }
      state.attempts++;
      if (state.mood === 'refuses')
        done(Object.assign(new Error('not today'), { responseCode: 451 }));
      else if (state.mood === 'drops') hangUp();
      else if (state.mood === 'well') {
        const bytes = Buffer.concat(parts);
        const { mailFrom } = session.envelope;
        const mail = {
          ...(await PostalMime.parse(bytes)),
          bytes: bytes.toString('latin1'),
          envelopeFrom: mailFrom ? mailFrom.address : undefined,
        };
        (mail.subject === 'Please confirm your email address' ? state.welcomes : state.mails).push(
          mail,
        );
        done();
      }
    },
  });
  server.on('error', () => {});
  const tcp = (server as unknown as { server: Server }).server;
  tcp.on('connection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(tcp.address() as AddressInfo).port}`,
    hangUp,
    stop: () =>
      new Promise<void>((resolve) => {
        hangUp();
        server.close(() => resolve());
      }),
  });
}
