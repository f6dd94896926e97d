import type { RunEvents } from '#contract/assistant/runs.ts';
import type { Attachment } from '#contract/attachments.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { invalid, notFoundIn } from '../../errors.ts';
import { getThread, presentFiles, requireFolder } from '../content/posts/posts.service.ts';
import type { OpenMedia } from '../media/media.service.ts';
import type { Adapters } from '../networks/networks.service.ts';
import { getCalendar, getOutlook } from '../publishing/calendar/calendar.service.ts';
import { AssistantError } from './client/failure.ts';
import { listBest } from './examples.ts';
import { countHashtags } from './material.sql.ts';
import { getOwnAction } from './own-actions.ts';
import { createMark, GO_ON, systemOf, type VoiceText } from './prompts/frame.ts';
import type { AssistantServer } from './servers.ts';
import type { Asked } from './tasks/asked.ts';
import { draftTask, ideaTask, type Sources } from './tasks/drafts.ts';
import {
  cutTask,
  hashtagTask,
  joinTask,
  threadTask,
  titleTask,
  versionTask,
} from './tasks/posts.ts';
import { altTask, reviewTask, type Undescribed } from './tasks/review.ts';
import { alternativesTask, rewritingTask } from './tasks/rewriting.ts';
import type { Task } from './tasks/task.ts';
import * as voices from './voices.sql.ts';

/** What a run needs of the workspace: its voice, and the material of its task. */

export type PrepareContext = AppContext & { adapters: Adapters; openMedia: OpenMedia };
type Body = Asked['body'];
type Items = readonly { media: readonly Attachment[] }[];

export type Prepared = {
  task: Task;
  model: string;
  voice: RunEvents['started']['voice'];
};

const BEST_POSTS = 12;
const MAX_NOTES = 20;
const NOTE_DAYS = 30;
const DAY_MS = 24 * 3600_000;
const OWN_HASHTAGS = 50;
/** What models see of a picture. */
const PICTURE = {
  pictureBytes: 1024 * 1024,
  picturePixels: 1024 * 1024,
  pictureTypes: ['image/jpeg', 'image/png'],
};

/** @throws AppError 404 for what is not in the workspace; AssistantError */
export async function prepare(
  context: PrepareContext,
  person: Member,
  body: Body,
  server: AssistantServer,
): Promise<Prepared> {
  const { database } = context;
  if (body.folder != null) await requireFolder(database, person, body.folder);
  const items = body.item == null ? [] : await getThread(database, person, body.item);
  const { voice, shown } = await voiceFor(context, person, body);
  const own = body.own_action == null ? null : await getOwnAction(context, person, body.own_action);
  const told = [own?.instruction, body.instruction?.trim()].filter(Boolean).join('\n');
  const mark = createMark();
  const asked: Asked = {
    body,
    voice,
    instruction: told || null,
    mark,
    messages: (question) => [
      { role: 'system', content: systemOf(voice, mark) },
      { role: 'user', content: question },
      ...(body.so_far
        ? ([
            { role: 'assistant', content: body.so_far },
            { role: 'user', content: GO_ON },
          ] as const)
        : []),
    ],
  };
  if (body.action === 'alt' && server.visionModel === null) throw new AssistantError('no_pictures');
  return {
    task: await taskFor(context, person, asked, items),
    model: (body.action === 'alt' && server.visionModel) || server.model,
    voice: shown,
  };
}

/** The voice that is named, else that of the folder; none where it is null. */
async function voiceFor(
  { database }: PrepareContext,
  { workspaceId }: Member,
  { voice: id, unsaved_voice: unsaved, folder }: Body,
): Promise<{ voice: VoiceText | null; shown: Prepared['voice'] }> {
  if (unsaved) {
    const { description = null, do: dos = null, dont = null } = unsaved;
    return { voice: { ...unsaved, description, do: dos, dont }, shown: null };
  }
  if (id === null) return { voice: null, shown: null };
  const [voice] =
    id === undefined
      ? await voices.findDefault(database, { workspaceId, folder: folder ?? null })
      : await voices.findVoice(database, { workspaceId, id });
  if (id !== undefined && !voice) throw notFoundIn('voice', 'voice', id);
  return voice
    ? { voice, shown: { id: voice.id, name: voice.name } }
    : { voice: null, shown: null };
}

async function taskFor(
  context: PrepareContext,
  person: Member,
  asked: Asked,
  items: Items,
): Promise<Task> {
  const { action, keep_words: keepsWords } = asked.body;
  switch (action) {
    case 'beginnings':
    case 'endings':
      return alternativesTask(asked, action);
    case 'thread':
      return keepsWords ? cutTask(asked) : threadTask(asked);
    case 'join':
      return joinTask(asked);
    case 'version':
      return versionTask(asked);
    case 'title':
      return titleTask(asked);
    case 'hashtags':
      return hashtagTask(asked, await hashtagsOf(context, person));
    case 'draft':
      return draftTask(asked);
    case 'review':
      return reviewTask(asked, undescribedIn(items));
    case 'ideas':
      return ideaTask(asked, await sourcesOf(context, person, asked.body));
    case 'alt':
      return altTask(asked, await pictureOf(context, person, asked.body.file ?? 0));
    default:
      return rewritingTask(asked, action);
  }
}

const undescribedIn = (items: Items): Undescribed[] =>
  items.flatMap(({ media }, part) =>
    media
      .filter(({ kind, alt }) => (kind === 'picture' || kind === 'gif') && !alt.trim())
      .map(({ file, name }) => ({ part, file, name })),
  );

async function hashtagsOf({ database }: PrepareContext, { workspaceId }: Member) {
  const rows = await countHashtags(database, { workspaceId, limit: OWN_HASHTAGS });
  return new Map(rows.map(({ tag, uses }) => [tag, uses]));
}

/** @throws AppError 404; 400 where it is no picture; 410 where its bytes are gone */
async function pictureOf({ database, openMedia }: PrepareContext, person: Member, file: number) {
  const [found] = await presentFiles(database, person, [{ file, alt: '' } as Attachment]);
  if (!found) throw notFoundIn('file', 'file', file);
  if (found.kind !== 'picture' && found.kind !== 'gif')
    throw invalid({ file: ['Only pictures are described.'] });
  const { bytes, type } = await openMedia(found).picture(PICTURE);
  return { bytes: Buffer.from(bytes), type, file };
}

/** What ideas come from: what did well, days without posts, and notes of days. */
async function sourcesOf(
  context: PrepareContext,
  person: Member,
  { from = [], folder }: Body,
): Promise<Sources> {
  const { clock, database } = context;
  const now = clock.now();
  const wants = (source: NonNullable<typeof from>[number]) => from?.includes(source) ?? false;
  const posts = wants('best_posts')
    ? await listBest(context, person, { count: BEST_POSTS, folder: folder ?? null })
    : [];
  const gaps = wants('gaps') ? (await getOutlook(database, person, now)).gaps : [];
  const period = {
    from: new Date(now).toISOString(),
    to: new Date(now + NOTE_DAYS * DAY_MS).toISOString(),
  };
  const { notes } = wants('notes') ? await getCalendar(database, person, period) : { notes: [] };
  return {
    posts,
    gaps,
    notes: notes.slice(0, MAX_NOTES).map(({ day, text }) => ({ day, text })),
  };
}
