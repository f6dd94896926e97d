import * as calendar from '#contract/publishing/calendar.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './calendar.service.ts';
import * as exporting from './export.service.ts';
import * as importing from './import.service.ts';
import * as notes from './notes.ts';

/** Calendar applications ask every few minutes. */
const BY_ADDRESS = { attempts: 600, seconds: 60 * 60 };

export function calendarRoutes(context: AppContext) {
  const { bind, clock, database, background, limits } = context;
  const readFeed = exporting.feedReader(context);
  bind(calendar.getCalendar, ({ person, query }) => service.getCalendar(database, person, query));
  bind(calendar.getOutlook, ({ person }) => service.getOutlook(database, person, clock.now()));
  bind(calendar.createNote, ({ person, body }) => notes.createNote(context, person, body));
  bind(calendar.updateNote, ({ person, params, body }) =>
    notes.updateNote(context, person, params.id, body.text),
  );
  bind(calendar.deleteNote, ({ person, params }) => notes.deleteNote(context, person, params.id));
  bind(calendar.getDraftTime, ({ person, params }) =>
    service.getDraftTime(database, person, params.id),
  );
  bind(calendar.setDraftTime, ({ person, params, body }) =>
    service.setDraftTime(context, person, params.id, body),
  );
  bind(calendar.deleteDraftTime, ({ person, params }) =>
    service.deleteDraftTime(context, person, params.id),
  );
  bind(calendar.repeatItem, ({ person, params, body }) =>
    service.repeat(context, person, params.id, body),
  );
  bind(calendar.importPosts, ({ person, body, inBulk }) =>
    inBulk((gone) =>
      importing.importDrafts({ ...context, database: background }, person, body, gone),
    ),
  );
  bind(calendar.exportCalendar, ({ person, query }) =>
    exporting.exportEntries(context, person, query),
  );
  bind(calendar.getFeed, ({ person }) => exporting.getFeed(database, person));
  bind(calendar.createFeed, ({ person }) => exporting.createFeed(context, person));
  bind(calendar.deleteFeed, ({ person }) => exporting.deleteFeed(context, person));
  bind(calendar.readFeed, async ({ params, ip }) => {
    await limits.countFrom('calendar', ip, BY_ADDRESS);
    return readFeed(params.token);
  });
}
