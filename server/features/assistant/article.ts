import { readHtml } from '../../http/outgoing/html.ts';

/** The article of a page: its paragraphs and headings, without menus, comments and pictures. */

const SKIPPED = new Set(
  'script style noscript template svg nav header footer aside form button select iframe figure dialog menu object audio video canvas'.split(
    ' ',
  ),
);
const SKIPPED_NAMES =
  /\b(comments?|sidebar|menu|nav|cookies?|consent|share|sharing|social|related|promo|newsletter|advert\w*|breadcrumbs?|footer)\b/i;
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li blockquote pre td th dt dd div section article main br tr ul ol body'.split(
    ' ',
  ),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** A shorter block outside of an article is a label. */
const MIN_BLOCK = 40;
/** An article has at least so much text; else it is a teaser. */
const MIN_ARTICLE = 250;
const MAX_TITLE = 300;

type Block = {
  text: string;
  linked: number;
  isHeading: boolean;
  place: 'article' | 'main' | 'page';
};

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export async function readArticle(html: string) {
  const blocks: Block[] = [];
  const open: string[] = [];
  let [title, pageTitle, language]: [string, string, string | null] = ['', '', null];
  /** How deep what is left out began; 0 where nothing is. */
  let skippedFrom = 0;
  let [text, linked] = ['', 0];
  const place = () =>
    open.includes('article') ? 'article' : open.includes('main') ? 'main' : 'page';
  const flush = (isHeading = false) => {
    const tidied = tidy(text);
    if (tidied) blocks.push({ text: tidied, linked, isHeading, place: place() });
    [text, linked] = ['', 0];
  };
  await readHtml(html, {
    onopentag: (name, attributes) => {
      if (name === 'html' && /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(attributes.lang ?? ''))
        language = attributes.lang ?? null;
      if (name === 'meta' && attributes.property === 'og:title') title = attributes.content ?? '';
      if (BLOCKS.has(name) && !skippedFrom) flush();
      if (VOID.has(name)) return true;
      open.push(name);
      const names = `${attributes.class ?? ''} ${attributes.id ?? ''} ${attributes.role ?? ''}`;
      const isHidden = 'hidden' in attributes || attributes['aria-hidden'] === 'true';
      const isLeftOut =
        SKIPPED.has(name) ||
        isHidden ||
        (!['html', 'body', 'article', 'main'].includes(name) && SKIPPED_NAMES.test(names));
      if (isLeftOut && !skippedFrom) skippedFrom = open.length;
      return true;
    },
    onclosetag: (name) => {
      if (VOID.has(name)) return true;
      if (!skippedFrom && BLOCKS.has(name)) flush(/^h\d$/.test(name));
      open.pop();
      if (open.length < skippedFrom) skippedFrom = 0;
      return true;
    },
    ontext: (chunk) => {
      if (open.at(-1) === 'title' && open.includes('head')) pageTitle += chunk;
      else if (!skippedFrom && !open.includes('head')) {
        text += chunk;
        if (open.includes('a')) linked += chunk.length;
      }
    },
  });
  flush();
  return {
    title: tidy(title || pageTitle).slice(0, MAX_TITLE) || null,
    language,
    blocks: chosen(blocks).map((block) => block.text),
  };
}

/** The blocks of the article, else of the main part, else what reads like sentences. */
function chosen(blocks: readonly Block[]): Block[] {
  const read = blocks.filter(({ text, linked }) => linked < text.length / 2);
  for (const place of ['article', 'main'] as const) {
    const found = read.filter((block) => block.place === place || block.place === 'article');
    if (found.reduce((sum, { text }) => sum + text.length, 0) >= MIN_ARTICLE) return found;
  }
  return read.filter(({ text, isHeading }) => isHeading || text.length >= MIN_BLOCK);
}
