import type { Settings } from '../../config/config.ts';
import { tryToListen } from '../../process/listening.ts';
import { commandLine } from '../../root.ts';
import { localUrl } from '../command.ts';
import { reasonOf, say } from './say.ts';

/** The server of these settings, here and at the address that people use. */

const TIMEOUT_MS = 5000;

type Said = { status?: unknown; issuer?: unknown };

/** @returns what it says, or why it does not answer */
async function ask(url: string): Promise<{ said?: Said; why?: string }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { signal, redirect: 'manual' });
    const said = (await response.json().catch(() => null)) as Said | null;
    if (response.ok)
      return said
        ? { said }
        : { why: `it answers ${response.status} without JSON: it is another program` };
    const status = typeof said?.status === 'string' ? ` (${said.status})` : '';
    return { why: `it answers ${response.status}${status}` };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message: string } };
    return { why: cause?.code ?? cause?.message ?? message };
  }
}

export async function examineServer(settings: Settings) {
  const local = localUrl(settings);
  const { why: away } = await ask(`${local}/healthz`);
  if (away) return notUp(settings, `${local} does not answer: ${away}`);
  const { why } = await ask(`${local}/readyz`);
  if (why?.includes('migrating'))
    say('server', 'warning', `${local} is migrating its database`, 'Wait for it');
  else if (why) say('server', 'error', `${local} is up and not ready: ${why}`, 'See its log');
  else say('server', 'ok', `${local} is up and ready`);
}

/** Whether a start could listen. */
async function notUp(settings: Settings, detail: string) {
  try {
    await tryToListen(settings);
    say('server', 'warning', detail, `Start it: ${commandLine('start')}`);
  } catch (error) {
    say('server', 'error', detail, reasonOf(error as Error));
  }
}

export async function examinePublicAddress({ publicUrl }: Settings) {
  if (!publicUrl)
    return say(
      'public address',
      'warning',
      'PUBLIC_URL is not set: links in emails lead to this machine',
      'Set it to the address that people use',
    );
  if (!publicUrl.startsWith('https:'))
    say(
      'public address',
      'warning',
      `${publicUrl} is not https: most networks cannot be connected`,
      'Put a proxy that speaks TLS in front',
    );
  const { why } = await ask(`${publicUrl}/healthz`);
  if (why)
    return say(
      'public address',
      'warning',
      `${publicUrl} cannot be reached from here: ${why}`,
      'See that the proxy runs, and that the name leads here',
    );
  const { said } = await ask(`${publicUrl}/.well-known/oauth-authorization-server`);
  if (typeof said?.issuer === 'string' && said.issuer !== publicUrl)
    return say(
      'public address',
      'warning',
      `${publicUrl} leads to a server that says it is ${said.issuer}`,
      'Start that one with this PUBLIC_URL, or see where the proxy leads',
    );
  say('public address', 'ok', `${publicUrl} leads to a server that answers`);
}
