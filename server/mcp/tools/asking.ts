import { demandsApproval } from '#contract/authority/demands.ts';
import { getThread } from '#contract/content/threads.ts';
import type { Options } from '#contract/networks/network-rules.ts';
import { paths } from '#contract/paths.ts';
import { getWorkspace } from '#contract/people/members.ts';
import { type Additions, getAdditions } from '#contract/publishing/additions.ts';
import { listChannels } from '#contract/publishing/channels.ts';
import { type CheckedPart, characters, partsFor } from '#contract/publishing/checks.ts';
import { errorsIn } from '#contract/publishing/findings.ts';
import { checkPublishing } from '#contract/publishing/publications.ts';
import { localOf } from '#contract/times.ts';
import { AppError } from '../../errors.ts';
import { cut, manyLines, oneLine } from '../../http/outgoing/foreign.ts';
import { slices } from '../../lib/time-slices.ts';
import { hashOf } from '../../secrets.ts';
import type { Caller, Question } from '../tool.ts';

/** What a person is asked before something is published: what each channel gets, and when. */

/** In characters of a question, for all texts that differ. */
const MAX_SHOWN = 4000;
/** Of a part. */
const MAX_FILES = 10;

type Planned = {
  post_id: number;
  channel_ids: readonly number[];
  /** As the API takes it; null for now. */
  at: string | { local: string; zone?: string } | null;
  /** The version that was read, where one was. */
  version?: number | undefined;
  /** Of a publication that is scheduled, and is moved. */
  moved?: Options;
};

/**
 * @param ask what is asked: 'Publish this post'
 * @throws AppError for what would be refused
 */
export async function publishingQuestion(
  { call, slowly, link }: Caller,
  ask: string,
  { post_id, channel_ids, at, version, moved }: Planned,
): Promise<Question> {
  const items = await call(getThread, { params: { id: String(post_id) } });
  const [root] = items;
  if (!root) throw new Error(`The post ${post_id} has no parts`);
  if (version !== undefined && version !== root.version)
    throw new AppError(
      'stale',
      409,
      `The post has been changed since you read it: it is at version ${root.version} now.`,
    );
  const workspace = await call(getWorkspace, {});
  if (!moved) requirePublishable(root.status, workspace);
  const options = moved && Object.fromEntries(channel_ids.map((id) => [id, moved]));
  const checked = await call(checkPublishing, {
    params: { id: String(root.id) },
    body: { channels: [...channel_ids], at, options, moving: moved !== undefined },
  });
  const wrong = checked.flatMap(({ findings }) => errorsIn(findings).map(({ text }) => text));
  // A move is not refused for the text, but where the queue has no slot.
  if (wrong.length && (!moved || at === 'queue'))
    throw new AppError('invalid', 400, `${[...new Set(wrong)].join('. ')}.`);
  const channels = new Map((await call(listChannels, {})).map((channel) => [channel.id, channel]));
  const zone = (typeof at === 'object' && at?.zone) || workspace.time_zone;
  const sent = await slowly(async (gone) => {
    const breathe = slices(gone);
    const found: Sent[] = [];
    for (const { channel: id, ending, due_at } of checked) {
      await breathe();
      const channel = channels.get(id);
      if (!channel) continue;
      const { network, handle, name } = channel;
      const parts = partsFor(items, network, moved, ending ?? undefined);
      const texts = JSON.stringify(parts.map(({ text, isComment }) => [text, isComment]));
      found.push({
        channel: `${oneLine(handle || name, 100)} (${network})`,
        when: due_at === null ? 'now' : `at ${localOf(due_at, zone).replace('T', ' ')}`,
        ...{ parts, same: hashOf(texts).toString('hex') },
      });
    }
    return found;
  });
  const clock =
    at === null ? '' : ` (${zone}${at === 'queue' ? ', the slots that are free now' : ''})`;
  const texts = textsOf(sent);
  const { names, digest } = await call(getAdditions, { params: { id: String(root.id) } });
  const shown = [texts, namesShown(names), `The whole post: ${link(paths.editContent(root.id))}`];
  return {
    message: `${ask} on ${placesOf(sent)}${clock}?\n\n${shown.filter(Boolean).join('\n\n')}`,
    ...{ version: root.version, additions: digest },
  };
}

/** What a channel gets; `same` is equal where the texts are. */
type Sent = { channel: string; when: string; parts: readonly CheckedPart[]; same: string };

/** The names that are filled in. */
function namesShown({ author, workspace, folder, campaign }: Additions['names']): string {
  const known = { author, workspace, 'folder in links': folder, 'campaign in links': campaign };
  const lines = Object.entries(known).flatMap(([what, name]) =>
    name === undefined ? [] : [quoted(`${what}: ${oneLine(name, 200)}`)],
  );
  return lines.length ? ['Filled in:', ...lines].join('\n') : '';
}

/** Where the workspace publishes approved texts only, nobody is asked about another one. */
function requirePublishable(status: string, workspace: Parameters<typeof demandsApproval>[0]) {
  if (!demandsApproval(workspace) || status === 'approved' || status === 'published') return;
  throw new AppError(
    'forbidden',
    403,
    `In this workspace a text can be published only after ${workspace.prevent_self_approval ? 'someone else has approved it' : 'it was approved'}.`,
  );
}

/** The channels with the time, which differs in the queue. */
function placesOf(sent: readonly Sent[]): string {
  const [first] = sent;
  if (sent.every(({ when }) => when === first?.when))
    return `${sent.map(({ channel }) => channel).join(', ')} ${first?.when ?? ''}`;
  return sent.map(({ channel, when }) => `${channel} ${when}`).join(', ');
}

/** Each text that differs, below the channels that get it. */
function textsOf(sent: readonly Sent[]): string {
  const groups = [...Map.groupBy(sent, ({ same }) => same).values()];
  const max = Math.floor(MAX_SHOWN / Math.max(1, groups.length));
  return groups
    .map((group) => {
      const text = partsShown(group[0]?.parts ?? [], max);
      if (groups.length === 1) return text;
      return `On ${group.map(({ channel }) => channel).join(', ')}:\n${text}`;
    })
    .join('\n\n');
}

/** As many parts as there is room for, and how many there are. */
function partsShown(parts: readonly CheckedPart[], max: number): string {
  const shown: string[] = [];
  let left = max;
  for (const [at, part] of parts.entries()) {
    if (left <= 0) {
      shown.push(`… and ${parts.length - at} more of ${parts.length} parts, which are not shown.`);
      break;
    }
    const heading = part.isComment
      ? ['As a comment:']
      : parts.length > 1
        ? [`Part ${at + 1} of ${parts.length}:`]
        : [];
    const text = [...heading, textShown(part.text, left), ...filesShown(part)].join('\n');
    left -= text.length;
    shown.push(text);
  }
  return shown.join('\n\n');
}

/**
 * A text as a quotation, so that nothing in it reads like a part of the question. Blank lines do not
 * push the rest out of sight, and what is not shown is said.
 */
function textShown(text: string, max: number): string {
  const lines = manyLines(text, 8 * max)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' '));
  const folded = lines.filter((line, at) => line || lines[at - 1]).join('\n');
  const shown = cut(folded, max);
  const isWhole = shown.length === folded.length && text.length <= 8 * max;
  const rest = isWhole ? [] : [`… This is only the beginning of ${characters(text.length)}.`];
  return [...shown.split('\n').map(quoted), ...rest].join('\n');
}

function filesShown({ media }: CheckedPart): string[] {
  if (!media.length) return [];
  const files = media
    .slice(0, MAX_FILES)
    .map(({ name, alt }) =>
      quoted([oneLine(name, 60), oneLine(alt, 200)].filter(Boolean).join(': ')),
    );
  const rest = media.length > MAX_FILES ? ['… and more'] : [];
  return [`With ${media.length === 1 ? 'a file' : `${media.length} files`}:`, ...files, ...rest];
}

const quoted = (line: string) => `> ${line}`;
