import { Parser } from 'htmlparser2';
import { marked } from 'marked';

/** Longer clipboards are taken as the plain text that comes with them. */
const MAX_HTML = 1_000_000;

const MAX_MARKDOWN = 50_000;
/** What nobody writes in a post: a link, a heading, a bold text. */
const MARKDOWN = /\]\(https?:|^#{1,6} |\*\*[^\s*]/m;

const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Between them is an empty line. */
const PARAGRAPHS = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p table ul'.split(' '));
const HIDDEN = new Set('head script style template title xml'.split(' '));

/**
 * A text from the clipboard: of HTML and Markdown, paragraphs and lists as lines, and links with
 * their addresses, 'text (address)'. Undefined where the plain text says as much.
 */
export function pastedText(html: string, plain: string): string | undefined {
  if (html.length <= MAX_HTML && /<a\s[^<>]{0,10000}href/i.test(html)) return textOf(html);
  if (plain.length > MAX_MARKDOWN || !MARKDOWN.test(plain)) return undefined;
  try {
    return textOf(marked.parse(plain, { async: false, breaks: true }));
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

function textOf(html: string): string {
  const writer = new Writer();
  const hidden: string[] = [];
  let link: Link | undefined;
  const parser = new Parser({
    onopentag(name, { href = '', style = '', class: kind = '' }) {
      // Word writes the bullets of its lists as text.
      if (HIDDEN.has(name) || /mso-list:\s*ignore/i.test(style)) hidden.push(name);
      if (hidden.length > 0) return;
      if (name === 'br') writer.line();
      else if (name === 'ul' || name === 'ol') writer.begin(name);
      else if (name === 'li' || /MsoListParagraph/.test(kind)) writer.item();
      else if (name === 'td' || name === 'th') writer.space();
      else if (BLOCKS.has(name)) writer.block(PARAGRAPHS.has(name));
      if (name !== 'a') return;
      // A link has none inside.
      close(writer, link);
      link = { href, from: writer.place };
    },
    ontext(text) {
      if (hidden.length === 0) writer.write(text);
    },
    onclosetag(name) {
      if (hidden.at(-1) === name) return void hidden.pop();
      if (hidden.length > 0) return;
      if (name === 'a') {
        close(writer, link);
        link = undefined;
      } else if (name === 'ul' || name === 'ol') writer.end();
      else if (BLOCKS.has(name)) writer.block(PARAGRAPHS.has(name));
    },
  });
  parser.end(html);
  return writer.text;
}

type Link = { href: string; from: number };

function close(writer: Writer, link: Link | undefined) {
  if (!link || !/^(https?|mailto):/i.test(link.href)) return;
  const said = writer.since(link.from).trim();
  const address = link.href.replace(/^mailto:/i, '');
  const bare = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (said === '') writer.write(address);
  else if (bare(said) !== bare(address)) writer.write(` (${address})`);
}

/** Writes text with the white space that is seen. What is written is never read again. */
class Writer {
  #pieces: string[] = [];
  #breaks = 0;
  /** Whether white space would not be seen, and whether a new line would be the second one. */
  #isSpaced = true;
  #isItem = false;
  #lists: (number | undefined)[] = [];

  get text() {
    return this.since(0).replaceAll(' \n', '\n').trim();
  }
  get place() {
    return this.#pieces.length;
  }
  since(place: number) {
    return this.#pieces.slice(place).join('');
  }
  write(text: string) {
    const seen = text.replaceAll(/[\t\n\r ]+/g, ' ');
    const added = this.#isSpaced ? seen.trimStart() : seen;
    if (added === '') return;
    if (this.#pieces.length > 0) this.#pieces.push('\n'.repeat(this.#breaks));
    this.#pieces.push(added);
    this.#breaks = 0;
    this.#isSpaced = added.endsWith(' ');
    this.#isItem = false;
  }
  space() {
    this.write(' ');
  }
  line() {
    this.#break(Math.min(2, this.#breaks + 1));
  }
  /** Begins a line; after an empty one where it is a paragraph. */
  block(isParagraph: boolean) {
    this.#break(isParagraph && this.#lists.length === 0 ? 2 : 1);
  }
  begin(list: 'ul' | 'ol') {
    this.block(true);
    this.#lists.push(list === 'ol' ? 0 : undefined);
  }
  item() {
    this.block(false);
    const count = this.#lists.at(-1);
    if (count !== undefined) this.#lists[this.#lists.length - 1] = count + 1;
    this.write(count === undefined ? '• ' : `${count + 1}. `);
    this.#isItem = true;
  }
  end() {
    this.#lists.pop();
    this.block(true);
  }
  #break(wanted: number) {
    // The text of an item is beside its bullet.
    if (this.#isItem) return;
    this.#breaks = Math.max(this.#breaks, wanted);
    this.#isSpaced = true;
  }
}
