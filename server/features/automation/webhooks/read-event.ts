import { EVENT_DATA } from '#contract/automation/events.ts';
import { ifThere } from '../../../errors.ts';
import { findComment } from '../../content/comments/comments.service.ts';
import { findItems } from '../../content/posts/posts.service.ts';
import { getFile } from '../../media/media.service.ts';
import { getMember } from '../../people/members/members.service.ts';
import { getChannel } from '../../publishing/channels/channels.service.ts';
import { publicationsOf } from '../../publishing/publications/publications.service.ts';
import { serialised } from './event-body.ts';
import type { TakenEvent } from './outbox.sql.ts';

/** What an event says, read once, when it is young: it is the same at each attempt. */

export type Context = Parameters<typeof getFile>[0];

/**
 * JSON of an `EventBody`. What was deleted before it could be read is an id alone, and so is `gone`,
 * for endpoints that may not see any more what it says: the text is of now.
 */
export async function readEvent(
  context: Context,
  event: TakenEvent,
): Promise<{ body: string; gone: string }> {
  const { type, occurred_at: timestamp, about } = event;
  const id = about.item ?? Object.values(about)[0];
  const gone = serialised({ type, timestamp, data: { id, gone: true } });
  const found = await readSubject(context, event);
  if (found === undefined) return { body: gone, gone };
  return { body: serialised({ type, timestamp, data: EVENT_DATA[type].parse(found) }), gone };
}

async function readSubject(context: Context, { workspace, type, about }: TakenEvent) {
  const { database } = context;
  const person = { workspaceId: workspace };
  if (type === 'post.deleted')
    return { id: about.item, folder: about.folder ?? null, title: about.title ?? '' };
  if (type === 'channel.disconnected')
    return {
      id: about.channel,
      network: about.network,
      handle: about.handle,
      name: about.name,
    };
  if (about.publication !== undefined) {
    const [publication] = await publicationsOf(database, person, [about.publication]);
    const { metric, value, milestone } = about;
    return publication && type === 'reading.milestone'
      ? { publication, metric, value, milestone }
      : publication;
  }
  if (about.channel !== undefined)
    return getChannel(database, person, about.channel).catch(ifThere);
  if (about.comment !== undefined)
    return (await findComment(database, { ...person, id: about.comment }))[0];
  if (about.file !== undefined) return getFile(context, person, about.file).catch(ifThere);
  if (about.member !== undefined) return getMember(database, person, about.member).catch(ifThere);
  if (type === 'rule.told') {
    const ids = typeof about.item === 'number' ? [about.item] : [];
    const [post = null] = (await findItems(database, person, ids)).values();
    return { rule: { id: about.rule, name: about.name }, text: about.text, post };
  }
  const item = about.item ?? 0;
  return (await findItems(database, person, [item])).get(item);
}
