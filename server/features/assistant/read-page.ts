import { MAX_PAGE_BYTES, MAX_READ_BYTES } from '#contract/assistant/limits.ts';
import type { ReadPage } from '#contract/assistant/sources.ts';
import { withoutHidden } from '#contract/http/names.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { OutgoingError } from '../../http/outgoing/outgoing.ts';
import { decodePage, unzipped } from '../../http/outgoing/page-text.ts';
import { readArticle } from './article.ts';

/** The readable part of a page, for a draft. The address is of a stranger: it is read through the guard. */

/** Pages of strangers that a person makes this server read. */
const READINGS = { attempts: 60, seconds: 10 * 60 };
const TIMEOUT_MS = 15_000;
const REDIRECTS = 5;

const ACCEPT = 'text/html, application/xhtml+xml, text/plain;q=0.8';
const NO_ANSWER = 'No page answers there.';
const NOT_ALLOWED = 'This address isn’t allowed.';
const NO_TEXT = 'There is no readable text on this page. Paste it as notes.';

type Context = Pick<AppContext, 'outgoing' | 'limits' | 'clock'>;

/** @throws AppError 400 with a sentence for the field 'url'; 429 */
export async function readPage(
  { outgoing, limits, clock }: Context,
  { userId }: Member,
  given: string,
): Promise<ReadPage> {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(given.trim())
    ? given.trim()
    : `https://${given.trim()}`;
  await limits.count(`pages:account:${userId}`, READINGS);
  const response = await outgoing
    .send(address, {
      headers: { accept: ACCEPT },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
      truncates: true,
      redirects: REDIRECTS,
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutgoingError)) throw error;
      throw invalid({ url: [error.kind === 'refused' ? NOT_ALLOWED : NO_ANSWER] });
    });
  if (response.status !== 200) throw invalid({ url: [NO_ANSWER] });
  const type = response.headers.get('content-type') ?? 'text/html';
  if (!/^(text\/(html|plain)|application\/xhtml)/i.test(type)) throw invalid({ url: [NO_TEXT] });
  const body = await unzipped(
    response.body,
    response.headers.get('content-encoding'),
    MAX_PAGE_BYTES,
  ).catch(() => {
    throw invalid({ url: [NO_TEXT] });
  });
  const page = withoutHidden(await decodePage(body, type));
  const { title, language, blocks } = /^text\/plain/i.test(type)
    ? { title: null, language: null, blocks: page.split(/\n\s*\n/).map((text) => text.trim()) }
    : await readArticle(page);
  const { text, isCut } = join(blocks.filter(Boolean));
  if (!text) throw invalid({ url: [NO_TEXT] });
  return {
    url: response.url,
    host: new URL(response.url).host,
    title,
    language,
    text,
    words: text.split(/\s+/).length,
    bytes: Buffer.byteLength(text),
    page_bytes: body.length,
    is_cut: isCut,
    read_at: new Date(clock.now()).toISOString(),
  };
}

/** Whole blocks, as many as are within the limit; of the first, whatever is. */
function join(blocks: readonly string[]) {
  let [text, isCut] = ['', false];
  for (const block of blocks) {
    const next = text ? `${text}\n\n${block}` : block;
    if (Buffer.byteLength(next) > MAX_READ_BYTES) {
      isCut = true;
      // Half a character at the end is left out.
      if (!text)
        text = Buffer.from(block)
          .subarray(0, MAX_READ_BYTES)
          .toString('utf8')
          .replace(/\ufffd$/, '');
      break;
    }
    text = next;
  }
  return { text, isCut };
}
