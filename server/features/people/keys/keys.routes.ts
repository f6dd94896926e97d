import * as keys from '#contract/people/keys.ts';
import { SCOPES } from '#contract/scopes.ts';
import type { AppContext } from '../../../context.ts';
import type { Quotas } from '../../../http/limits/quotas.ts';
import { getMember, getWorkspace } from '../members/members.service.ts';
import * as service from './keys.service.ts';
import { findOwn } from './keys.sql.ts';
import * as services from './services.ts';

export function keyRoutes(context: AppContext, quotas: Quotas) {
  const { bind, database } = context;
  bind(keys.whoami, async ({ person }) => {
    const { userId, role } = person;
    const { id, name } = await getWorkspace(database, person);
    const user = await getMember(database, person, userId);
    const [key] = person.key ? await findOwn(database, { id: person.key.id }) : [];
    return {
      workspace: { id, name },
      user: { id: userId, name: user.name, kind: user.kind, role },
      key: key ?? null,
      scopes: service.scopesOf(person, SCOPES),
      limits: quotas.of(person),
    };
  });
  bind(keys.listKeys, ({ person }) => service.listKeys(database, person));
  bind(keys.getKey, ({ person, params }) => service.getKey(database, person, params.id));
  bind(keys.createKey, ({ person, body }) => service.createKey(context, person, body));
  bind(keys.updateKey, ({ person, params, body }) =>
    service.updateKey(context, person, params.id, body),
  );
  bind(keys.rollKey, ({ person, params, body }) =>
    service.rollKey(context, person, params.id, body),
  );
  bind(keys.revokeKey, ({ person, params }) => service.revokeKey(context, person, params.id));
  bind(keys.createServiceAccount, ({ person, body }) =>
    services.createService(context, person, body),
  );
  bind(keys.updateServiceAccount, ({ person, params, body }) =>
    services.renameService(context, person, params.id, body.name),
  );
}
