import * as bestTimes from './best-times.ts';
import * as budget from './budget.ts';
import * as figures from './figures.ts';
import * as overview from './overview.ts';
import * as refresh from './refresh.ts';
import * as reports from './reports.ts';

/** The endpoints of the group `analytics`, by feature. */
export const analytics = {
  bestTimes: [bestTimes.listBestTimes, bestTimes.getBestTimes],
  reports: [
    reports.listReports,
    reports.createReport,
    reports.getReport,
    reports.updateReport,
    reports.deleteReport,
    reports.shareReport,
    reports.endLink,
    reports.getReportContent,
    reports.readSharedReport,
  ],
  analytics: [
    overview.getOverview,
    overview.listPosts,
    overview.getTypical,
    overview.getPostFigures,
    overview.listChannelFigures,
    overview.exportFigures,
    refresh.getRefreshing,
    refresh.refreshRange,
  ],
  figures: [figures.getFigures, figures.refreshFigures, figures.listPermissions],
  budget: [budget.getBudget, budget.setBudget],
};
