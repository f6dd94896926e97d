import type { Handler } from 'htmlparser2';

/** Pages and texts of other servers, which are HTML. */

/** The parser takes time for each open element at every tag. */
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 5000;

/**
 * Reads HTML up to limits of depth and number of elements.
 * @param onopentag returns false to stop
 */
export async function readHtml(
  html: string,
  {
    onopentag,
    onclosetag,
    ontext,
  }: {
    onopentag: (...given: Parameters<NonNullable<Handler['onopentag']>>) => boolean;
    onclosetag?: (name: string) => boolean;
    ontext: (text: string) => void;
  },
): Promise<void> {
  const { Parser } = await import('htmlparser2');
  let [depth, elements] = [0, 0];
  const parser = new Parser({
    onopentag: (...given) => {
      const goesOn = ++depth <= MAX_DEPTH && ++elements <= MAX_ELEMENTS && onopentag(...given);
      if (!goesOn) parser.pause();
    },
    onclosetag: (name) => {
      depth--;
      if (onclosetag?.(name) === false) parser.pause();
    },
    ontext,
  });
  parser.end(html);
}
