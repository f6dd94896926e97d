/** The steps for the operator of a server (docs/networks/), which are part of the build. */

const guides = import.meta.glob<string>('../../../../docs/networks/*.md', {
  query: '?raw',
  import: 'default',
});

/** @param guide its path in the repository */
export const loadGuide = (guide: string): Promise<string> =>
  guides[`../../../../${guide}`]?.() ?? Promise.reject(new Error(`There is no ${guide}.`));

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; ordered: boolean; items: { text: string; below: string[] }[] };

const ITEM = /^( *)(\d+\.|-) (.*)$/;

/** The blocks of a guide below its title: headings, paragraphs, and lists with one level below. */
export function parseGuide(markdown: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of markdown.split('\n').slice(1)) {
    const item = ITEM.exec(line);
    const last = blocks.at(-1);
    if (line.trim() === '') {
      isOpen = false;
    } else if (line.startsWith('## ')) {
      blocks.push({ kind: 'heading', text: line.slice(3) });
      isOpen = false;
    } else if (item) {
      addItem(blocks, item, isOpen);
      isOpen = true;
    } else if (!isOpen || !last || last.kind === 'heading') {
      blocks.push({ kind: 'text', text: line.trim() });
      isOpen = true;
    } else continueBlock(last, line.trim());
  }
  return blocks;
}

function addItem(blocks: Block[], [, indent, marker, text = '']: RegExpExecArray, isOpen: boolean) {
  const last = blocks.at(-1);
  const list = isOpen && last?.kind === 'list' ? last : undefined;
  if (list && indent) list.items.at(-1)?.below.push(text);
  else if (list) list.items.push({ text, below: [] });
  else blocks.push({ kind: 'list', ordered: marker !== '-', items: [{ text, below: [] }] });
}

/** A line that goes on with the paragraph or the item before it. */
function continueBlock(block: Block, line: string) {
  if (block.kind !== 'list') {
    block.text += ` ${line}`;
    return;
  }
  const item = block.items.at(-1);
  if (!item) return;
  if (item.below.length > 0) item.below.push(`${item.below.pop()} ${line}`);
  else item.text += ` ${line}`;
}

export type Inline = {
  kind: 'plain' | 'code' | 'strong' | 'em' | 'link';
  text: string;
  url?: string;
};

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|_([^_\s][^_]*)_|<(https:[^<>]+)>|\[([^[\]]+)\]\(([^()]+)\)/g;

/** The pieces of a line: code, stress, and links to other servers. */
export function parseInline(text: string): Inline[] {
  const pieces: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, em, address, label, target] = match;
    if (match.index > end) pieces.push({ kind: 'plain', text: text.slice(end, match.index) });
    end = match.index + whole.length;
    if (code) pieces.push({ kind: 'code', text: code });
    else if (strong) pieces.push({ kind: 'strong', text: strong });
    else if (em) pieces.push({ kind: 'em', text: em });
    else if (address) pieces.push({ kind: 'link', text: address, url: address });
    // Links to other documents lead nowhere here.
    else if (label && target?.startsWith('https:'))
      pieces.push({ kind: 'link', text: label, url: target });
    else if (label) pieces.push({ kind: 'plain', text: label });
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) });
  return pieces;
}
