import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';
import { practice } from './networks/practice.ts';
import { beginReading, countDue, passHours } from './pass-hours.ts';
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
  const later = (hours: number) => passHours(app.database, me.channel, hours);
  /** Runs the job, and waits until what was due on the channel was tried. */
  const run = async () => {
    await beginReading(app.database);
    await eventually(async () => {
      if (await countDue(app.database, me.channel)) throw new Error('not read yet');
    }, 30_000);
  };
  const behave = (behaviour: object) => me.call(`/api/practice/${me.channel}/`, 'PUT', behaviour);
  return { ...me, user: me.id, item, id, path, figures, later, run, behave };
}
