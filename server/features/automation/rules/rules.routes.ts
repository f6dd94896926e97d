import * as proposals from '#contract/automation/proposals.ts';
import * as rules from '#contract/automation/rules.ts';
import * as runs from '#contract/automation/rules-runs.ts';
import type { AppContext } from '../../../context.ts';
import * as proposalsService from './proposals.service.ts';
import * as service from './rules.service.ts';
import * as runsService from './runs.service.ts';
import { tryRule, tryText } from './try.ts';

export function ruleRoutes(context: AppContext & service.Context) {
  const { bind, database } = context;
  bind(rules.listRules, ({ person }) => service.listRules(context, person));
  bind(rules.getRule, ({ person, params }) => service.getRule(database, person, params.id));
  bind(rules.createRule, ({ person, body }) => service.createRule(context, person, body));
  bind(rules.updateRule, ({ person, params, body }) =>
    service.updateRule(context, person, params.id, body),
  );
  bind(rules.deleteRule, ({ person, params }) => service.deleteRule(context, person, params.id));
  bind(rules.switchRule, ({ person, params, body }) =>
    service.switchRule(context, person, params.id, body.on),
  );
  bind(rules.tryRuleText, ({ person, body, slowly }) =>
    slowly((executor, gone) => tryText(context, { executor, gone }, person, body)),
  );
  bind(rules.tryRule, ({ person, params, slowly }) =>
    slowly((executor, gone) => tryRule(context, { executor, gone }, person, params.id)),
  );
  bind(runs.listRuns, ({ person, query }) => runsService.listRuns(database, person, query));
  bind(runs.getRun, ({ person, params }) => runsService.getRun(database, person, params.id));
  bind(runs.undoRun, ({ person, params }) => runsService.undoRun(context, person, params.id));
  bind(runs.runAgain, ({ person, params }) => runsService.runAgain(context, person, params.id));
  bind(runs.runNow, ({ person, params }) => runsService.runNow(context, person, params.id));
  bind(runs.letRunGoOn, ({ person, params }) => runsService.letGoOn(context, person, params.id));
  bind(proposals.listProposals, ({ person, params }) =>
    proposalsService.listProposals(database, person, params.id),
  );
  bind(proposals.takeProposal, ({ person, params }) =>
    proposalsService.decide(context, person, params.id, 'taken'),
  );
  bind(proposals.discardProposal, ({ person, params }) =>
    proposalsService.decide(context, person, params.id, 'discarded'),
  );
  bind(runs.leaveRunOut, ({ person, params }) => runsService.leaveOut(context, person, params.id));
}
