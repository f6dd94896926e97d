import * as alerts from './alerts.ts';
import * as runs from './runs.ts';
import * as settings from './settings.ts';
import * as sources from './sources.ts';
import * as state from './state.ts';
import * as voices from './voices.ts';

/** The endpoints of the writing assistant. */
export const assistant = [
  state.getAssistant,
  state.acknowledge,
  runs.run,
  alerts.tellOwner,
  sources.readPage,
  sources.listProposedAlts,
  sources.discardProposedAlt,
  sources.discardProposedAlts,
  settings.getSettings,
  settings.setServer,
  settings.removeServer,
  settings.setLimits,
  settings.probe,
  voices.listVoices,
  voices.createVoice,
  voices.updateVoice,
  voices.deleteVoice,
  voices.listExamples,
  voices.listOwnActions,
  voices.createOwnAction,
  voices.updateOwnAction,
  voices.deleteOwnAction,
];
