import { addressOf } from '#contract/networks/entities.ts';
import { entitiesOf } from '#contract/networks/networks.ts';

/** Links, mentions and tags in a text of Bluesky, with their positions in bytes of UTF-8. */

type Feature =
  | { $type: 'app.bsky.richtext.facet#link'; uri: string }
  | { $type: 'app.bsky.richtext.facet#mention'; did: string }
  | { $type: 'app.bsky.richtext.facet#tag'; tag: string };
export type Facet = { index: { byteStart: number; byteEnd: number }; features: [Feature] };

const MAX_MENTIONS = 20;

/**
 * @param text of at most 3,000 bytes
 * @param resolve the DID of a handle; undefined where there is none: then it stays text
 * @param links where addresses lead, where that is elsewhere
 */
export async function findFacets(
  text: string,
  resolve: (handle: string) => Promise<string | undefined>,
  links: Readonly<Record<string, string>> = {},
): Promise<Facet[]> {
  const bytesBefore = (end: number) => Buffer.byteLength(text.slice(0, end));
  const facets: Facet[] = [];
  const add = (start: number, end: number, feature: Feature) =>
    facets.push({
      index: { byteStart: bytesBefore(start), byteEnd: bytesBefore(end) },
      features: [feature],
    });
  let mentions = 0;
  for (const { kind, start, end } of entitiesOf(text, 'bluesky')) {
    const entity = text.slice(start, end);
    if (kind === 'mention') {
      if (++mentions > MAX_MENTIONS) continue;
      const did = await resolve(entity.slice(1).toLowerCase());
      if (did) add(start, end, { $type: 'app.bsky.richtext.facet#mention', did });
    } else if (kind === 'link') {
      const uri = addressOf(entity);
      if (URL.canParse(uri))
        add(start, end, { $type: 'app.bsky.richtext.facet#link', uri: links[uri] ?? uri });
    } else {
      // As the official client stores it: a cashtag with its sign, in capitals.
      const tag = kind === 'hashtag' ? entity.slice(1) : entity.toUpperCase();
      add(start, end, { $type: 'app.bsky.richtext.facet#tag', tag });
    }
  }
  return facets;
}
