import * as settings from '#contract/publishing/link-settings.ts';
import * as links from '#contract/publishing/links.ts';
import type { AppContext } from '../../../context.ts';
import { getLinkSettings, updateLinkSettings } from '../sent-links/sent-links.service.ts';
import * as service from './links.service.ts';
import { getVisits } from './sources.ts';

export function linkRoutes(context: AppContext) {
  const { bind, config, database } = context;
  bind(links.listLinks, ({ person, query }) => service.listLinks(context, person, query));
  bind(links.createLink, ({ person, body }) => service.createLink(context, person, body));
  bind(links.getVisits, ({ person, query }) => getVisits(context, person, query));
  bind(links.getLink, ({ person, params, query }) =>
    service.getLink(context, person, params.id, query),
  );
  bind(links.updateLink, ({ person, params, body }) =>
    service.updateLink(context, person, params.id, body),
  );
  bind(links.getQrCode, ({ person, params, query }) =>
    service.getQrCode(context, person, params.id, query.format),
  );
  bind(settings.getLinkSettings, ({ person }) => getLinkSettings(database, person, config));
  bind(settings.updateLinkSettings, ({ person, body }) =>
    updateLinkSettings(context, person, body),
  );
}
