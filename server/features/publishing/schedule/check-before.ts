import type { PartToSend } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { partsFor } from '#contract/publishing/checks.ts';
import type * as contract from '#contract/publishing/publications.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { listChannels } from '../channels/channels.service.ts';
import { endingIn, endingsOf } from '../endings/endings.service.ts';
import { planLinks } from '../sent-links/sent-links.service.ts';
import { partsAsSent, type Shared, settingsOf, withoutHidden } from './checks.ts';

type Body = Parsed<typeof contract.publishItem>['body'];
type Context = Pick<AppContext, 'database' | 'clock' | 'config'>;

/** In characters: counting less takes a few milliseconds. */
const LONG_TEXT = 10_000;

/**
 * Checks a long text before the workspace is locked: nobody waits for it then. A text that changes
 * meanwhile is checked again.
 */
export async function checkBefore(
  context: Context,
  person: Member,
  items: readonly PartToSend[],
  { channels: ids, options = {} }: Pick<Body, 'channels' | 'options'>,
  checkText: Shared['checkText'],
): Promise<void> {
  const { database } = context;
  const length = items.reduce((sum, { content }) => sum + content.length, 0);
  if (length < LONG_TEXT) return;
  const settings = await settingsOf(database, ids);
  // Short links are the same in any post; UTM alone may differ, and is checked again.
  const { workspaceId } = person;
  const links = await planLinks(database, context, { workspaceId, post: null });
  // Hashtags that are taken by chance may differ, too.
  const endings = await endingsOf(database, person, null);
  const now = context.clock.now();
  for (const channel of await listChannels(database, person)) {
    if (!ids.includes(channel.id)) continue;
    const chosen = withoutHidden(channel.network, items, options[channel.id] ?? {});
    const ending = endingIn(endings, channel.id, items);
    const written = partsFor(items, channel.network, chosen, ending);
    const parts = partsAsSent({ links, now }, channel, { at: null }, written);
    await checkText(channel, parts, chosen, settings);
  }
}
