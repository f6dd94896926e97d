import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';
import { practice } from './networks/practice.ts';
import { publisherOn } from './publishing.ts';

/** A member whose post with these parts is published, and whose figures are read as time passes. */
export async function publishedOn(app: TestApp, texts = ['First', 'Second']) {
  const me = await publisherOn(app, practice);
  const item = await me.thread(texts);
  const id = await me.publish(item);
  await me.until(id, 'published');
  const path = `/api/content/items/${item}/figures/` as const;
  const figures = async () => {
    const [publication] = (await me.call(path)).body.publications;
    if (!publication) throw new Error('not published');
    return publication;
  };
  /** As if all that was published on the channel had happened so many hours earlier. */
  const later = async (hours: number) => {
    const own = '(select id from publications where channel_id = $1)';
    for (const [table, column] of [
      ['publication_parts', 'sent_at'],
      ['reading_plans', 'next_at'],
      ['readings', 'read_at'],
      ['reading_plans', 'missing_since'],
    ])
      await app.database.query(
        `update ${table} set ${column} = ${column} - make_interval(hours => $2) where publication_id in ${own}`,
        [me.channel, hours],
      );
    await app.database.query(
      'update publications set published_at = published_at - make_interval(hours => $2) where channel_id = $1',
      [me.channel, hours],
    );
    await app.database.query(
      `update practice_posts set created_at = created_at - make_interval(hours => $2)
       where account_id = (select remote_id::uuid from channels where id = $1)`,
      [me.channel, hours],
    );
    await app.database.query(
      'update channel_readings set paused_until = null where channel_id = $1',
      [me.channel],
    );
  };
  /** Runs the job, and waits until what was due on the channel was tried. */
  const run = async () => {
    await app.database.query("insert into jobs.job (name) values ('figures.read')");
    const due = `select from reading_plans plan
      left join channel_readings reading on reading.channel_id = plan.channel_id
      where plan.channel_id = $1 and next_at <= now()
        and coalesce(paused_until <= now(), true)
      union all select from channel_readings where channel_id = $1 and leased_until is not null`;
    await eventually(async () => {
      const { rowCount } = await app.database.query(due, [me.channel]);
      if (rowCount) throw new Error('not read yet');
    }, 30_000);
  };
  const behave = (behaviour: object) => me.call(`/api/practice/${me.channel}/`, 'PUT', behaviour);
  return { ...me, user: me.id, item, id, path, figures, later, run, behave };
}
