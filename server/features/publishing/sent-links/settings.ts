import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/link-settings.ts';
import { DEFAULT_UTM } from '#contract/publishing/utm.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { linkBase, siteScript } from './codes.ts';
import * as sql from './settings.sql.ts';

/**
 * What becomes of the links of posts when they are published (docs/domain/analytics.md, 'Links').
 */

const OFF: sql.Stored = {
  counts: false,
  hosts: null,
  left_out: [],
  adds_utm: false,
  utm: DEFAULT_UTM,
  site_hosts: [],
};
const FIELDS = ['counts', 'hosts', 'left_out', 'adds_utm', 'utm', 'site_hosts'] as const;

export async function getLinkSettings(
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  config: AppContext['config'],
): Promise<contract.LinkSettings> {
  const [stored = OFF] = await sql.findSettings(executor, { workspaceId });
  const [secret] = await sql.findSecret(executor, { workspaceId });
  const { hosts, left_out, site_hosts, ...rest } = stored;
  return {
    ...rest,
    hosts: hosts && [...hosts],
    left_out: [...left_out],
    site_hosts: [...site_hosts],
    site_secret_at: secret?.created_at ?? null,
    site_script: siteScript(config),
    base: linkBase(config),
  };
}

/** Updates the given fields. */
export function updateLinkSettings(
  context: Transactional & Pick<AppContext, 'config'>,
  person: Member,
  body: Parsed<typeof contract.updateLinkSettings>['body'],
): Promise<contract.LinkSettings> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'link settings', id: workspaceId });
    const before = (await sql.findSettings(tx, { workspaceId }))[0] ?? OFF;
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    const after: sql.Stored = { ...before, ...Object.fromEntries(given) };
    const changes = changesBetween(before, after, FIELDS);
    if (Object.keys(changes).length > 0) {
      await sql.setSettings(tx, {
        ...after,
        workspaceId,
        hosts: after.hosts && [...new Set(after.hosts)],
        left_out: [...new Set(after.left_out)],
        utm: JSON.stringify(after.utm),
        site_hosts: [...new Set(after.site_hosts)],
      });
      await record(tx, person, {
        action: 'update',
        objectType: 'workspace',
        objectId: workspaceId,
        changes,
      });
    }
    return getLinkSettings(tx, person, context.config);
  });
}
