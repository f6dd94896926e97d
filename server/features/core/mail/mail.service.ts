import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseLogger } from 'pino';
import { printable } from '#contract/http/fields.ts';
import type { Config } from '../../../config/config.ts';

/**
 * A mail as text and HTML. `paragraphs` are plain text; a link is a paragraph of its own, as a
 * button or, where it is `quiet`, as text.
 */
export type Mail = {
  /** The same for all attempts, so that a mail program shows the mail once. */
  id: string;
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  /** A page that ends mails of this kind, and does so by a POST alone (RFC 8058). */
  unsubscribe?: string;
  paragraphs: (string | { link: string; label: string; quiet?: boolean })[];
};

/**
 * Sanitizes a value that another person chose for a mail: on one line, of limited length, and
 * without anything that mail programs turn into links.
 */
export const inMail = (text: string, max = 80): string =>
  [
    ...printable(text)
      .replaceAll(/\w{0,10}:\/\//g, '')
      .replaceAll(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '. '),
  ]
    .slice(0, max)
    .join('');

export type Mailer = ReturnType<typeof createMailer>;

/** The delays between attempts, with exponential back-off, for about three days. In seconds. */
export const MAIL_RETRIES = {
  retryLimit: 80,
  // Short: the mail of a dead process is taken over by another one.
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  // Also where the server was off for weeks.
  retentionSeconds: 60 * 24 * 3600,
  // A mail is personal: only its trace is stored.
  deleteAfterSeconds: 24 * 3600,
};

/** The timeouts of the mail server, in milliseconds. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Signs in to the mail server, and sends nothing. @throws the error of the mail server */
export async function tryMailServer(url: string, timeoutMs: number): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const bounds = Object.keys(TIMEOUTS).map((name) => [name, timeoutMs]);
  const transport = createTransport({ url, ...Object.fromEntries(bounds) });
  await transport.verify().finally(() => transport.close());
}

/**
 * Sends mails to SMTP_URL. Without it they are written to the outbox in DATA_DIR, and their links
 * are logged. Called by jobs alone: a mail server that is down delays mails and loses none.
 */
export function createMailer(config: Config, log: Pick<BaseLogger, 'info'>) {
  const { hostname } = new URL(config.origin);
  const from = config.mailFrom ?? `postfolio@${hostname}`;
  const outbox = join(config.dataDir, 'outbox');
  let transports: ReturnType<typeof createTransports> | undefined;
  // A process that sends no mail does without the library: 650 KB of code.
  async function createTransports() {
    const { createTransport } = await import('nodemailer');
    return {
      smtp: config.smtpUrl && createTransport({ url: config.smtpUrl, ...TIMEOUTS }),
      paper: createTransport({ streamTransport: true, buffer: true }),
    };
  }

  /** @throws the error of the mail server, for a retry */
  return async ({ id, to, replyTo, subject, unsubscribe, paragraphs }: Mail): Promise<void> => {
    const message = {
      messageId: `<${id}@${hostname}>`,
      from,
      to,
      ...(replyTo && { replyTo }),
      ...(config.mailBounces && { envelope: { from: config.mailBounces, to } }),
      subject,
      headers: {
        // No out-of-office reply answers it (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe && listHeaders(unsubscribe, config.mailUnsubscribe)),
      },
      text: textOf(paragraphs),
      html: htmlOf(subject, paragraphs),
    };
    transports ??= createTransports();
    const { smtp, paper } = await transports;
    if (smtp) {
      await smtp.sendMail(message);
      log.info({ mail: id, subject }, 'mail sent');
      return;
    }
    const { message: eml } = await paper.sendMail(message);
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    // Atomic, for concurrent readers.
    const file = join(outbox, `${id}.eml`);
    await writeFile(`${file}.part`, eml as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    const links = paragraphs.flatMap((part) => (typeof part === 'string' ? [] : part.link));
    log.info({ file, to, subject, links }, 'mail written to the outbox: SMTP_URL is not set');
  };
}

/** How mail programs offer to unsubscribe. Without https they may not send the POST. */
function listHeaders(page: string, mailbox: string | undefined) {
  const token = page.slice(page.lastIndexOf('/') + 1);
  const mailto =
    mailbox && `<mailto:${mailbox}?subject=${encodeURIComponent(`unsubscribe ${token}`)}>`;
  return {
    'List-Unsubscribe': [`<${page}>`, mailto].filter(Boolean).join(', '),
    ...(page.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

const textOf = (paragraphs: Mail['paragraphs']) =>
  `${paragraphs.map((part) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`)).join('\n\n')}\n`;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Simple enough for every mail program, in light and dark. */
function htmlOf(subject: string, paragraphs: Mail['paragraphs']) {
  const body = paragraphs.map((part) => {
    if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`;
    const [link, label] = [escapeHtml(part.link), escapeHtml(part.label)];
    if (part.quiet) return `<p><a href="${link}">${label}</a></p>`;
    const style =
      'display:inline-block;padding:10px 16px;border-radius:8px;background:#208368;color:#ffffff';
    return `<p><a href="${link}" style="${style};text-decoration:none">${label}</a></p><p style="font-size:13px">${link}</p>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto">${body.join('')}</div></body></html>`;
}
