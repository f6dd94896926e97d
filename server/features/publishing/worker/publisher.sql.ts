import { sql } from 'kysely';
import type { Attachment } from '#contract/attachments.ts';
import type { Known } from '#contract/authority/missing.ts';
import type {
  AttemptStep,
  Outcome,
  StopCause,
  StopReason,
} from '#contract/publishing/publications.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';
import { IS_OUTDATED, KNOWN, NOT_HELD } from '../publications/publications.service.ts';

/** Publications as the worker takes them further. */

export type Due = {
  id: number;
  post: number | null;
  root: number | null;
  state: 'scheduled' | 'publishing';
  created_by: number | null;
  options: Record<string, string>;
  late_because: 'worker' | 'approval' | null;
  /** Of what has begun, and still has a post. */
  known: Known | null;
  /** Whether nothing of that text is out, and the post has another one by now. */
  is_outdated: boolean;
  /** The time of the backup that it was restored from. */
  copied_at: string | null;
};

/** The next publication of a channel that is due: what was begun comes first. */
export const nextDue = statement<{ channel: number }>()(
  'publisher.next_due',
  (_db, bind) => sql<Due>`
    select publications.id, post_id as post, publications.state,
      case when posts.size > 0 and ${isLive('posts')} and not is_abandoned
        then posts.root_id end as root,
      publications.created_by, options, late_because, copied_at,
      case when publications.state = 'publishing' and post_id is not null then ${KNOWN} end as known,
      ${IS_OUTDATED} as is_outdated
    from publications left join posts on posts.id = post_id
      and posts.workspace_id = publications.workspace_id
    where channel_id = ${bind('channel', 'bigint')} and next_attempt_at <= now() and ${NOT_HELD}
    order by publications.state = 'publishing' desc, due_at, publications.id
    limit 1`,
);

/** The names of the last approval that covers the present text: what is frozen has those. */
export const takeNames = statement<{ id: number }>()(
  'publisher.take_names',
  (_db, bind) => sql<object>`
    update publications set names = seen.names
    from publications present cross join lateral (
      select coalesce(given.names, source.names) as names
      from approvals given left join approvals source on source.id = given.from_approval
      where given.workspace_id = present.workspace_id and given.post_id = present.post_id
        and (given.publication_id is null or given.publication_id = present.id)
        and given.text_hash = post_text_hash(present.post_id) and given.ended_at is null
        -- Who changes an approved text was shown no names.
        and given.because <> 'edit' and coalesce(given.names, source.names) is not null
      order by given.id desc limit 1) seen
    where present.id = ${bind('id', 'bigint')} and publications.id = present.id
      and publications.names is distinct from seen.names`,
);

/** The text that is published from now on; its parts are stored beside it. */
export const freeze = statement<{ id: number }>()(
  'publisher.freeze',
  (_db, bind) => sql<object>`
    update publications set state = 'publishing', updated_at = now(), as_scheduled = false,
      text = post_parts(post_id), text_hash = hash,
      -- Another text than that of its source leans on no approval of it.
      source_hash = case when publications.text_hash = hash then source_hash end
    from posts cross join lateral post_text_hash(posts.id) hash
    where publications.id = ${bind('id', 'bigint')} and posts.id = publications.post_id
      and posts.workspace_id = publications.workspace_id`,
);

export type StoredPart = {
  position: number;
  content: string;
  language: string | null;
  media: Attachment[];
  links: Record<string, string> | null;
  key: string;
  remote_id: string | null;
  url: string | null;
  extra: unknown;
  prepared: Record<string, unknown> | null;
  /** Whether what was prepared is valid. */
  is_prepared: boolean;
  attempts: {
    step: AttemptStep;
    outcome: Outcome | null;
    code: string | null;
    began_at: string;
    agoMs: number;
  }[];
};

/**
 * The first part, the last published one and those that follow it: parts are sent in order.
 * `limit`: of unpublished ones.
 */
export const nextParts = statement<{ id: number; limit: number }>()(
  'publisher.next_parts',
  (_db, bind) => sql<StoredPart>`
    select position, content, language, media, links, key, remote_id, url, extra, prepared,
      prepared is not null and (prepared_until is null or prepared_until > now()) as is_prepared,
      coalesce((select json_agg(json_build_object('step', step, 'outcome', outcome, 'code', code,
          'began_at', began_at, 'agoMs', 1000 * extract(epoch from now() - began_at))
          order by attempt.id)
        from publication_attempts attempt
        where attempt.publication_id = part.publication_id and attempt.position = part.position
          -- Those of a text that was replaced say nothing of this one.
          and began_at >= part.made_at),
        '[]') as attempts
    from publication_parts part
    cross join (
      select coalesce(max(position) filter (where remote_id is not null), -1) as sent
      from publication_parts where publication_id = ${bind('id', 'bigint')}
    ) last
    where publication_id = ${bind('id', 'bigint')}
      and (position = 0 or position >= last.sent)
      and position <= last.sent + ${bind('limit', 'integer')}
    order by position`,
);

/** What is sent has a clearance: the text, and the approvals of it that stand. The database asks for it. */
export const beginAttempts = statement<{ id: number; positions: number[]; step: string }>()(
  'publisher.begin',
  (_db, bind) => sql<{ id: number; position: number; began_at: string }>`
    with cleared as (
      insert into clearances (publication_id, text_hash, approvals)
      select publications.id, text_hash, array(select approvals.id from approvals
        where (publication_id = publications.id
            or publication_id is null and approvals.post_id = publications.post_id)
          and approvals.text_hash = publications.text_hash and approvals.ended_at is null
        order by approvals.id desc limit 10)
      from publications
      where publications.id = ${bind('id', 'bigint')} and ${bind('step', 'text')} = 'send'
      returning id
    )
    insert into publication_attempts (publication_id, position, step, clearance_id)
    select ${bind('id', 'bigint')}, position, ${bind('step', 'text')}, (select id from cleared)
    from unnest(${bind('positions', 'integer[]')}) position
    returning id, position, began_at`,
);

/** The code of the attempt that stands for what the original may have done since the backup. */
export const COPIED = 'copied';

/**
 * What was restored is looked for once before it is sent, like a call whose outcome is unknown,
 * whatever has led to it.
 */
export const doubtCopy = statement<{ id: number }>()(
  'publisher.doubt_copy',
  (_db, bind) => sql<object>`
    insert into publication_attempts (publication_id, position, step, ended_at, outcome, code)
    select publication_id, min(position), 'send', now(), 'unknown', ${sql.lit(COPIED)}
    from publication_parts
    where publication_id = ${bind('id', 'bigint')} and remote_id is null
      and not exists (select from publication_attempts
        where publication_id = ${bind('id', 'bigint')} and code = ${sql.lit(COPIED)})
    group by publication_id`,
);

/** Which of these posts this installation has published since then. */
export const listOwn = statement<{ channel: number; since: string; ids: string[] }>()(
  'publisher.list_own',
  (_db, bind) => sql<{ id: string }>`
    select remote_id as id from publication_parts
    where channel_id = ${bind('channel', 'bigint')} and sent_at >= ${bind('since', 'timestamptz')}
      and remote_id = any(${bind('ids', 'text[]')})`,
);

export const endAttempts = statement<{
  attempts: number[];
  outcome: Outcome;
  code: string | null;
  detail: string | null;
  requestId: string | null;
}>()(
  'publisher.end',
  (_db, bind) => sql<object>`
    update publication_attempts set ended_at = now(), outcome = ${bind('outcome', 'text')},
      code = ${bind('code', 'text')}, detail = ${bind('detail', 'text')},
      request_id = ${bind('requestId', 'text')}
    where id = any(${bind('attempts', 'bigint[]')})`,
);

/** A row while a publication is being published: nobody has cancelled or moved it since it was due. */
export const isPublishing = statement<{ id: number }>()(
  'publisher.is_publishing',
  (_db, bind) => sql<object>`
    select from publications where id = ${bind('id', 'bigint')} and state = 'publishing'`,
);

/** The same while it is due, begun or not. */
export const isDue = statement<{ id: number }>()(
  'publisher.is_due',
  (_db, bind) => sql<object>`
    select from publications where id = ${bind('id', 'bigint')}
      and (state = 'publishing' or state = 'scheduled' and next_attempt_at <= now())`,
);

type PartKey = { id: number; position: number };

export const storePrepared = statement<PartKey & { prepared: string; until: string | null }>()(
  'publisher.store_prepared',
  (_db, bind) => sql<object>`
    update publication_parts set prepared = ${bind('prepared', 'jsonb')},
      prepared_until = ${bind('until', 'timestamptz')}
    where publication_id = ${bind('id', 'bigint')} and position = ${bind('position', 'integer')}`,
);

/**
 * How long a channel has to wait until it may publish more posts, in milliseconds, where it may
 * publish so many in so many hours; no row where it need not wait.
 */
export const waitForBudget = statement<{ channel: number; spare: number; hours: number }>()(
  'publisher.budget',
  (_db, bind) => sql<{ ms: number }>`
    select 1000 * extract(epoch from sent_at + make_interval(hours => ${bind('hours', 'integer')})
      - now())::float8 as ms
    from publication_parts
    where channel_id = ${bind('channel', 'bigint')}
      and sent_at > now() - make_interval(hours => ${bind('hours', 'integer')})
    order by sent_at desc offset ${bind('spare', 'integer')} limit 1`,
);

/** Continues after a delay; `detail` says what it waits for. */
export const wait = statement<{ id: number; ms: number; detail: string | null }>()(
  'publisher.wait',
  (_db, bind) => sql<object>`
    update publications set detail = ${bind('detail', 'text')}, updated_at = now(),
      next_attempt_at = now() + make_interval(secs => ${bind('ms', 'float8')} / 1000)
    where id = ${bind('id', 'bigint')}`,
);

/** Continues at once, after a part was sent. */
export const proceed = statement<{ id: number }>()(
  'publisher.proceed',
  (_db, bind) => sql<object>`
    update publications set detail = null, next_attempt_at = now(), own_failures = 0,
      updated_at = now()
    where id = ${bind('id', 'bigint')}`,
);

/** Counts an error of our own. */
export const countFailure = statement<{ id: number }>()(
  'publisher.count_failure',
  (_db, bind) => sql<{ failures: number }>`
    update publications set own_failures = own_failures + 1 where id = ${bind('id', 'bigint')}
    returning own_failures as failures`,
);

export const stop = statement<{
  id: number;
  reason: StopReason;
  cause: StopCause | null;
  detail: string;
}>()(
  'publisher.stop',
  (_db, bind) => sql<object>`
    update publications set state = 'stopped', reason = ${bind('reason', 'text')},
      cause = ${bind('cause', 'text')},
      detail = ${bind('detail', 'text')}, next_attempt_at = null, updated_at = now()
    where id = ${bind('id', 'bigint')}`,
);
