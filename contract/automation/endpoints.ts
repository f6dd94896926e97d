import * as evergreen from './evergreen.ts';
import * as feeds from './feeds.ts';
import * as incoming from './incoming.ts';
import * as proposals from './proposals.ts';
import * as rules from './rules.ts';
import * as runs from './rules-runs.ts';
import * as webhooks from './webhooks.ts';

/** The endpoints of the group `automation`, by feature. */
export const automation = {
  evergreen: [
    evergreen.getEvergreen,
    evergreen.outlookEvergreen,
    evergreen.setEvergreen,
    evergreen.endEvergreen,
    evergreen.getEvergreenUse,
    evergreen.countEvergreenCopies,
    evergreen.takeNewText,
    evergreen.listEvergreenUses,
  ],
  feeds: [
    feeds.listFeeds,
    feeds.previewFeed,
    feeds.createFeed,
    feeds.updateFeed,
    feeds.deleteFeed,
    feeds.readFeed,
    feeds.listFeedEntries,
    feeds.leaveOut,
    feeds.makeDraft,
  ],
  incoming: [
    incoming.listIncoming,
    incoming.createIncoming,
    incoming.updateIncoming,
    incoming.deleteIncoming,
    incoming.takeIn,
  ],
  proposals: [proposals.listProposals, proposals.takeProposal, proposals.discardProposal],
  rules: [
    rules.listRules,
    rules.getRule,
    rules.createRule,
    rules.updateRule,
    rules.deleteRule,
    rules.switchRule,
    rules.tryRuleText,
    rules.tryRule,
    runs.listRuns,
    runs.getRun,
    runs.undoRun,
    runs.runAgain,
    runs.runNow,
    runs.letRunGoOn,
    runs.leaveRunOut,
  ],
  webhooks: [
    webhooks.listWebhooks,
    webhooks.tryAddress,
    webhooks.createWebhook,
    webhooks.getWebhook,
    webhooks.updateWebhook,
    webhooks.deleteWebhook,
    webhooks.switchWebhook,
    webhooks.rollSecret,
    webhooks.listDeliveries,
    webhooks.getDelivery,
    webhooks.sendAgain,
    webhooks.sendFailedAgain,
    webhooks.sendExample,
  ],
};
