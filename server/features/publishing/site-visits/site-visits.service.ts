import { randomUUID } from 'node:crypto';
import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/site-visits.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import { hashOf, newToken } from '../../../secrets.ts';
import { record } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import * as sql from './events.sql.ts';
import { countEvents, MAX_CONVERSIONS } from './events.ts';

/** The secret of the site of a workspace, and the conversions that its server sends by it. */

const note = (tx: Parameters<typeof record>[0], person: Member, after: 'new' | null) =>
  record(tx, person, {
    action: 'update',
    objectType: 'workspace',
    objectId: person.workspaceId,
    changes: { site_secret: { before: after === null ? 'set' : null, after } },
  });

/** A former one ends. It is shown once: only its hash is stored. */
export function createSiteSecret(context: Transactional, person: Member) {
  const { workspaceId, userId } = person;
  const secret = newToken();
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'manage');
    await sql.setSecret(tx, { workspaceId, userId, hash: hashOf(secret) });
    await note(tx, person, 'new');
    return { secret };
  });
}

export function endSiteSecret(context: Transactional, person: Member): Promise<void> {
  return transaction(context, async (tx) => {
    const ended = await sql.endSecret(tx, { workspaceId: person.workspaceId });
    if (ended.length > 0) await note(tx, person, null);
  });
}

const WRONG_SECRETS = { attempts: 30, seconds: 60 };
const CONVERSIONS = { attempts: 3000, seconds: 60 };

/**
 * Counts a conversion.
 * @throws AppError 401 for a wrong secret; 404 where no visit of the workspace has this click id;
 * 400 for too many of one visit
 */
export async function postConversion(
  context: Transactional & Pick<AppContext, 'limits'>,
  { authorization = '', ip }: { authorization: string | undefined; ip: string },
  { click, name, value, id }: Parsed<typeof contract.postConversion>['body'],
): Promise<void> {
  const { database, limits } = context;
  const secret = /^Bearer (\S{1,100})$/i.exec(authorization)?.[1];
  const [site] = secret ? await sql.findBySecret(database, { hash: hashOf(secret) }) : [];
  if (!site) {
    await limits.countFrom('site secret', ip, WRONG_SECRETS);
    throw new AppError('not_authenticated', 401, 'This is not the secret of a site.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  await limits.count(`conversions:${site.workspace}`, CONVERSIONS);
  const event = {
    kind: 'conversion' as const,
    click,
    name,
    value: value ?? undefined,
    id: id ?? randomUUID(),
  };
  const [outcome] = await transaction(context, (tx) =>
    countEvents(tx, [event], 'server', (_, { workspace }) => workspace === site.workspace),
  );
  if (outcome === 'too_many')
    throw invalid({ click: [`A visit has at most ${MAX_CONVERSIONS} conversions.`] });
  if (outcome === 'unknown')
    throw new AppError('not_found', 404, UNKNOWN, { extra: { click: [UNKNOWN] } });
}

const UNKNOWN =
  'No visit has this click id: it was never given, or the visit is more than 60 days ago.';
