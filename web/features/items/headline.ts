import type { ReactNode } from 'react';
import type { Item } from '#contract/content/items.ts';
import { cut } from '#web/lib/text.ts';

const PREVIEW = 50;
/** More than a card shows: the rest of a long text is not looked at. */
const HEAD = 800;
const BODY = 200;

type Headline = { title: string; body: string };
type Headed = Pick<Item, 'content' | 'description'>;
const previews = new WeakMap<Headed, string>();

/** The preview that names an item in labels. Made once for an item: each row asks for it four times. */
export function previewOf(item: Headed): string {
  const known = previews.get(item);
  if (known !== undefined) return known;
  const { content, description } = item;
  const preview = description
    ? nameOf(description)
    : cut(oneLine(content.trimStart().slice(0, HEAD)), PREVIEW);
  previews.set(item, preview);
  return preview;
}

const COPY = / \(Copy\)$/;

/** A description, cut so that a copy can be told from what was copied. */
function nameOf(description: string) {
  const flat = oneLine(description);
  const [suffix = ''] = COPY.exec(flat) ?? [];
  if (flat.length <= PREVIEW || !suffix) return cut(flat, PREVIEW);
  return cut(flat.slice(0, -suffix.length), PREVIEW - suffix.length) + suffix;
}

/** The beginning of a text, up to the end of a word. */
function cutAtWord(text: string) {
  const short = cut(text, PREVIEW);
  if (short === text) return short;
  const space = short.lastIndexOf(' ');
  return space > PREVIEW / 2 ? `${short.slice(0, space)}…` : short;
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

const headlines = new WeakMap<Headed, Headline>();

/**
 * The heading of a card and its body: the beginning of the text, and what follows it; with a
 * description that and the text. Made once for an item: a list asks for all of its rows.
 */
export function headlineOf(item: Headed): Headline {
  const known = headlines.get(item);
  if (known) return known;
  const made = makeHeadline(item);
  headlines.set(item, made);
  return made;
}

function makeHeadline({ content, description }: Headed): Headline {
  const text = content.trimStart().slice(0, HEAD).trimEnd();
  if (description) {
    // A copy is named after its text, which goes on from there.
    const begun = description.replace(COPY, '').replace(/…$/, '');
    const rest = COPY.test(description) && text.startsWith(begun) ? text.slice(begun.length) : text;
    return { title: nameOf(description), body: cut(rest.trim(), BODY) };
  }
  const [first = '', ...others] = text.split('\n');
  const title = cutAtWord(oneLine(text));
  // A first line that is shown whole is not repeated.
  if (oneLine(first).length <= PREVIEW)
    return {
      title: oneLine(first),
      body: cut(
        others
          .join('\n')
          .trim()
          .replaceAll(/\n\s*\n/g, '\n'),
        BODY,
      ),
    };
  const shown = title.endsWith('…') ? title.slice(0, -1) : title;
  const flat = oneLine(text);
  return { title, body: cut(flat.slice(shown.length).trim(), BODY) };
}

/** The heading that is given in place of that of the item, as long as a heading is. */
export const givenHeading = (heading: ReactNode): ReactNode =>
  typeof heading === 'string' ? cut(heading, PREVIEW) : heading;
