import { networks } from '#contract/networks/networks.ts';
import { partsFor } from '#contract/publishing/checks.ts';
import type { Finding } from '#contract/publishing/findings.ts';
import { MAX_CHECKED_LINKS } from '#contract/publishing/link-cards.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import { limitConcurrency } from '../../../lib/fair-queue.ts';
import { getThread } from '../../content/posts/posts.service.ts';
import { firstLink, NoCard, readLinkCard } from '../../networks/networks.service.ts';
import { listChannels } from '../channels/channels.service.ts';

/** What the cards of the links of a post would lack, before it is published. */

/** Pages of strangers that a person makes this server read. */
const READINGS = { attempts: 60, seconds: 10 * 60 };
const TIMEOUT_MS = 15_000;
const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 500;
const AT_ONCE = 4;
const MAX_IMAGE_BYTES = 976_000;
const MAX_SHOWN = 80;

export function linkCardChecker({
  database,
  outgoing,
  limits,
  clock,
}: Pick<AppContext, 'database' | 'outgoing' | 'limits' | 'clock'>) {
  const inTurn = limitConcurrency(AT_ONCE);
  const kept = new Map<string, { until: number; warning: Promise<string | undefined> }>();

  async function warningOf(link: string): Promise<string | undefined> {
    const shown = cut(link.replace(/^https?:\/\//, ''), MAX_SHOWN);
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const card = await readLinkCard(outgoing, link, { maxImageBytes: MAX_IMAGE_BYTES, signal });
      return card.shortfall ? `The card of ${shown} has no picture: ${card.shortfall}` : undefined;
    } catch (error) {
      if (error instanceof NoCard) return `${shown} has no card: ${error.message}`;
      throw error;
    }
  }

  async function look({ userId }: Member, link: string) {
    const known = kept.get(link);
    if (known && known.until > clock.now()) return known.warning;
    await limits.count(`cards:account:${userId}`, READINGS);
    if (kept.size >= MAX_KEPT) kept.clear();
    const warning = inTurn(() => warningOf(link));
    kept.set(link, { until: clock.now() + KEPT_MS, warning });
    warning.catch(() => kept.delete(link));
    return warning;
  }

  /** @throws AppError 404; 429 */
  return async (person: Member, item: number) => {
    const parts = await getThread(database, person, item);
    const channels = (await listChannels(database, person)).filter(
      ({ network, state }) => state === 'connected' && networks[network].linkCards,
    );
    const linksOf = new Map(
      [...new Set(channels.map(({ network }) => network))].map((network) => [
        network,
        partsFor(parts.slice(0, MAX_CHECKED_LINKS), network).flatMap(({ text, media }) =>
          media.length ? [] : (firstLink(text, network) ?? []),
        ),
      ]),
    );
    const links = [...new Set([...linksOf.values()].flat())].slice(0, MAX_CHECKED_LINKS);
    const warnings = new Map(
      await Promise.all(links.map(async (link) => [link, await look(person, link)] as const)),
    );
    return channels.map(({ id, network }) => ({
      channel: id,
      findings: [...new Set(linksOf.get(network))].flatMap((link): Finding[] => {
        const text = warnings.get(link);
        return text ? [{ level: 'warning', text }] : [];
      }),
    }));
  };
}
