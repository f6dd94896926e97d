import * as evergreen from '#contract/automation/evergreen.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './evergreen.service.ts';
import { takeNewText } from './new-text.ts';

export function evergreenRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(evergreen.getEvergreen, async ({ person, params }) => ({
    evergreen: await service.getEvergreen(database, person, params.id),
  }));
  bind(evergreen.outlookEvergreen, ({ person, params, body }) =>
    service.outlook(context, person, params.id, body),
  );
  bind(evergreen.setEvergreen, ({ person, params, body }) =>
    service.setEvergreen(context, person, params.id, body),
  );
  bind(evergreen.endEvergreen, ({ person, params }) =>
    service.endEvergreen(context, person, params.id),
  );
  bind(evergreen.listEvergreenUses, ({ person, params }) =>
    service.usesOfSource(database, person, params.id),
  );
  bind(evergreen.getEvergreenUse, ({ person, params }) =>
    service.useOf(database, person, params.id),
  );
  bind(evergreen.countEvergreenCopies, async ({ person, body }) => ({
    copies: await service.countCopies(database, person, body),
  }));
  bind(evergreen.takeNewText, ({ person, params }) => takeNewText(context, person, params.id));
}
