import type { Network } from '#contract/networks/names.ts';
import type { CheckedPart } from '#contract/publishing/checks.ts';
import { withFixed } from '#contract/publishing/fixed-variables.ts';
import {
  type LinkRules,
  linksToSend,
  previewLinks,
  withSentLinks,
} from '#contract/publishing/sent-links.ts';
import { UTM_FIELDS, type UtmValues, utmValue } from '#contract/publishing/utm.ts';
import { localOf } from '#contract/times.ts';
import type { Config } from '../../../config/config.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { codeOf, linkBase } from './codes.ts';
import * as sql from './settings.sql.ts';

export { isOwnLink, linkBase, plainHost, randomCode } from './codes.ts';
export { getLinkSettings, updateLinkSettings } from './settings.ts';

/** The variables and links of posts as they are sent. */

export type LinkContext = Pick<AppContext, 'secrets'> & {
  config: Pick<Config, 'linksUrl' | 'origin'>;
};
type Channel = { id: number; network: Network; handle: string };

/** What becomes of the fixed variables and the links of a post. */
export type LinkPlan = {
  /** Undefined: links stay as they are. */
  rules: LinkRules | undefined;
  /** The parts on a channel with their fixed variables filled in. */
  fill: (
    channel: Pick<Channel, 'network' | 'handle'>,
    dueAt: string,
    parts: readonly CheckedPart[],
  ) => readonly CheckedPart[];
  /** What placeholders stand for on a channel, at the time when it is due. */
  valuesOf: (channel: Channel, dueAt: string) => UtmValues;
  /** Previews that were computed: channels of a network mostly have the same. */
  previews: Map<string, readonly CheckedPart[]>;
};

export async function planLinks(
  executor: Executor,
  { config }: Pick<LinkContext, 'config'>,
  {
    workspaceId,
    post,
    publication = null,
  }: { workspaceId: number; post: number | null; publication?: number | null },
): Promise<LinkPlan> {
  const [settings] = await sql.findSettings(executor, { workspaceId });
  const [names] = await sql.findNames(executor, { workspaceId, post, publication });
  return {
    rules:
      settings?.counts || settings?.adds_utm ? { ...settings, base: linkBase(config) } : undefined,
    fill: ({ network, handle: channel }, at, parts) =>
      withFixed(parts, {
        ...{ network, channel, at },
        zone: names?.zone ?? 'UTC',
        workspace: names?.workspace ?? '',
        author: names?.author ?? '',
      }),
    valuesOf: ({ network, handle }, dueAt) => ({
      network,
      channel: handle.replace(/^@/, ''),
      folder: names?.folder ?? '',
      campaign: names?.campaign ?? '',
      date: localOf(dueAt, names?.zone ?? 'UTC').slice(0, 10),
      post: post === null ? '' : String(post),
    }),
    previews: new Map(),
  };
}

/** The parts as they will be sent, to be checked. */
export function previewOf(
  plan: LinkPlan | undefined,
  channel: Channel,
  dueAt: string,
  written: readonly CheckedPart[],
): readonly CheckedPart[] {
  if (!plan) return written;
  const { network, id } = channel;
  const { rules, previews } = plan;
  const parts = plan.fill(channel, dueAt, written);
  if (!rules) return parts;
  const values = plan.valuesOf(channel, dueAt);
  const added = rules.adds_utm && UTM_FIELDS.map((field) => utmValue(rules.utm[field], values));
  const key = JSON.stringify([network, rules.left_out.includes(id), added, parts]);
  const preview = previews.get(key) ?? previewLinks(parts, network, id, rules, values);
  previews.set(key, preview);
  return preview;
}

/** The same of a publication. */
export async function previewOfPublication(
  executor: Executor,
  context: Pick<LinkContext, 'config'>,
  { workspaceId, id }: { workspaceId: number; id: number },
  channel: Omit<Channel, 'handle'>,
  parts: readonly CheckedPart[],
): Promise<readonly CheckedPart[]> {
  const [due] = await sql.findDue(executor, { publication: id });
  if (!due) return parts;
  const plan = await planLinks(executor, context, { workspaceId, post: due.post, publication: id });
  return previewOf(plan, { ...channel, handle: due.handle }, due.due_at, parts);
}

const MAX_ATTEMPTS = 5;

/**
 * The parts of a publication as they are sent from now on, its fixed variables filled in. Its short links are made, once for each
 * address: when it is tried again, the same are sent.
 */
export async function freezeLinks(
  tx: Executor,
  context: LinkContext,
  { workspaceId, id }: { workspaceId: number; id: number },
  channel: Omit<Channel, 'handle'>,
  written: readonly CheckedPart[],
): Promise<CheckedPart[]> {
  const [due] = await sql.findDue(tx, { publication: id });
  if (!due) return [...written];
  const plan = await planLinks(tx, context, { workspaceId, post: due.post, publication: id });
  const { rules } = plan;
  const parts = plan.fill({ ...channel, handle: due.handle }, due.due_at, written);
  if (!rules) return [...parts];
  const values = plan.valuesOf({ ...channel, handle: due.handle }, due.due_at);
  const links = linksToSend(parts, channel.network, channel.id, rules, values);
  const counted = links.filter(({ isCounted }) => isCounted);
  const codes = new Map<string, string>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS && codes.size < counted.length; attempt++) {
    const missing = counted.filter(({ address }) => !codes.has(address));
    const rows = missing.map(({ address, target }) => ({
      address,
      target,
      code: codeOf(context.secrets, id, address, attempt),
    }));
    await sql.insertLinks(tx, { workspaceId, publication: id, links: JSON.stringify(rows) });
    const wanted = new Set(missing.map(({ address }) => address));
    for (const { address, code } of await sql.listOfPublication(tx, { publication: id }))
      if (wanted.has(address)) codes.set(address, code);
  }
  const sent = links.map(({ address, target }) => {
    const code = codes.get(address);
    return [address, code === undefined ? target : rules.base + code] as const;
  });
  return withSentLinks(parts, channel.network, new Map(sent));
}
