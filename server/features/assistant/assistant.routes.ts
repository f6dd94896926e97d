import * as contract from '#contract/assistant/alerts.ts';
import * as runs from '#contract/assistant/runs.ts';
import * as settings from '#contract/assistant/settings.ts';
import * as sources from '#contract/assistant/sources.ts';
import * as state from '#contract/assistant/state.ts';
import * as voices from '#contract/assistant/voices.ts';
import { notFound } from '../../errors.ts';
import { tellOwner } from './alerts.ts';
import * as alts from './alts.sql.ts';
import * as service from './assistant.service.ts';
import { listExamples } from './examples.ts';
import * as own from './own-actions.ts';
import type { PrepareContext } from './prepare.ts';
import { probe } from './probe.ts';
import { readPage } from './read-page.ts';
import { startRun } from './run.ts';
import * as servers from './servers.ts';
import { setLimits } from './usage.ts';
import { listVoices } from './voices.sql.ts';
import { createVoice, deleteVoice, updateVoice } from './voices.ts';

const MAX_ALTS = 500;

export function assistantRoutes(context: PrepareContext) {
  const { bind, database } = context;
  bind(state.getAssistant, ({ person }) => service.getState(context, person));
  bind(state.acknowledge, ({ person, body }) => service.acknowledge(context, person, body.server));
  bind(runs.run, ({ person, body, slowly }) => {
    const start = () => startRun(context, person, body);
    // Making a picture smaller takes the processor.
    return body.action === 'alt' ? slowly(start) : start();
  });
  bind(contract.tellOwner, ({ person, body }) => tellOwner(context, person, body.cause));
  bind(sources.readPage, ({ person, query }) => readPage(context, person, query.url));
  bind(sources.listProposedAlts, ({ person: { workspaceId } }) =>
    alts.listAlts(database, { workspaceId, limit: MAX_ALTS }),
  );
  bind(sources.discardProposedAlt, async ({ person: { workspaceId }, params: { id } }) => {
    const [discarded] = await alts.discardAlt(database, { workspaceId, id });
    if (!discarded) throw notFound('alt text', id);
  });
  bind(sources.discardProposedAlts, async ({ person: { workspaceId } }) => {
    await alts.discardAlts(database, { workspaceId });
  });
  settingRoutes(context);
}

function settingRoutes(context: PrepareContext) {
  const { bind, database } = context;
  bind(settings.getSettings, ({ person }) => service.getSettings(context, person));
  bind(settings.setServer, async ({ person, body }) => {
    await servers.setServer(context, person, body);
    return service.getSettings(context, person);
  });
  bind(settings.removeServer, ({ person }) => servers.removeServer(context, person));
  bind(settings.setLimits, async ({ person, body }) => {
    await setLimits(context, person, body);
    return service.getSettings(context, person);
  });
  bind(settings.probe, ({ person, body }) => probe(context, person, body));
  bind(voices.listVoices, ({ person: { workspaceId } }) => listVoices(database, { workspaceId }));
  bind(voices.createVoice, ({ person, body }) => createVoice(context, person, body));
  bind(voices.updateVoice, ({ person, params, body }) =>
    updateVoice(context, person, params.id, body),
  );
  bind(voices.deleteVoice, ({ person, params }) => deleteVoice(context, person, params.id));
  bind(voices.listExamples, ({ person }) => listExamples(context, person));
  bind(voices.listOwnActions, ({ person }) => own.listOwnActions(context, person));
  bind(voices.createOwnAction, ({ person, body }) => own.createOwnAction(context, person, body));
  bind(voices.updateOwnAction, ({ person, params, body }) =>
    own.updateOwnAction(context, person, params.id, body),
  );
  bind(voices.deleteOwnAction, ({ person, params }) =>
    own.deleteOwnAction(context, person, params.id),
  );
}
