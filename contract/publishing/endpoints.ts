import * as practice from '../networks/practice.ts';
import * as additions from './additions.ts';
import * as afterwards from './afterwards.ts';
import * as calendar from './calendar.ts';
import * as sets from './channel-sets.ts';
import * as channels from './channels.ts';
import * as posts from './composite-posts.ts';
import * as endings from './endings.ts';
import * as linkCards from './link-cards.ts';
import * as linkSettings from './link-settings.ts';
import * as links from './links.ts';
import * as mentionSearch from './mention-search.ts';
import * as pause from './pause.ts';
import * as publications from './publications.ts';
import * as queue from './queue.ts';
import * as review from './review.ts';
import * as siteVisits from './site-visits.ts';
import * as statistics from './statistics.ts';

/** The endpoints of the group `publishing`, by feature. */
export const publishing = {
  posts: [posts.createPost, posts.listPosts, posts.getPost, posts.updatePost, posts.deletePost],
  publishing: [
    channels.listNetworks,
    channels.getNetworkClient,
    channels.listChannels,
    channels.connectChannel,
    channels.authorizeChannel,
    channels.completeChannel,
    channels.chooseAccounts,
    channels.lookUpServer,
    mentionSearch.findPeople,
    channels.updateChannel,
    channels.refreshChannel,
    channels.reconnectChannel,
    practice.getPractice,
    practice.setPractice,
    publications.publishItem,
    publications.checkPublishing,
    linkCards.checkLinkCards,
    publications.listUsedChannels,
    publications.getSuggestedChannels,
    publications.publishItems,
    publications.listAttention,
    publications.countAttention,
    publications.listLatest,
    publications.removePublication,
    afterwards.addAfterwards,
    afterwards.cancelAfterward,
    afterwards.continueAfterward,
    publications.listPublications,
    publications.getPublication,
    publications.movePublication,
    publications.movePublications,
    publications.cancelPublication,
    publications.retryPublication,
    publications.resolvePublication,
    channels.disconnectChannel,
    additions.getAdditions,
    endings.listEndings,
    endings.setEndingChannels,
    sets.listChannelSets,
    sets.createChannelSet,
    sets.updateChannelSet,
    sets.deleteChannelSet,
    queue.listQueues,
    queue.getQueue,
    queue.setSlots,
    queue.pauseQueue,
    queue.orderQueue,
    queue.shuffleQueue,
    pause.getPause,
    pause.previewPause,
    pause.pausePublishing,
    pause.listHeld,
    pause.listHeldAfterwards,
    pause.resumePublishing,
  ],
  calendar: [
    calendar.getCalendar,
    calendar.getOutlook,
    calendar.createNote,
    calendar.updateNote,
    calendar.deleteNote,
    calendar.getDraftTime,
    calendar.setDraftTime,
    calendar.deleteDraftTime,
    calendar.repeatItem,
    calendar.importPosts,
    calendar.exportCalendar,
    calendar.getFeed,
    calendar.createFeed,
    calendar.deleteFeed,
    calendar.readFeed,
  ],
  links: [
    links.listLinks,
    links.createLink,
    links.getLink,
    links.getVisits,
    links.updateLink,
    links.getQrCode,
    linkSettings.getLinkSettings,
    linkSettings.updateLinkSettings,
    siteVisits.postConversion,
    siteVisits.createSiteSecret,
    siteVisits.endSiteSecret,
    siteVisits.getSiteVisits,
  ],
  statistics: [statistics.dashboardStats, statistics.contentVolume],
  workflow: [
    review.openTransitions,
    review.makeTransition,
    review.listTransitions,
    review.getDecidedText,
    review.listPending,
    review.previewPolicy,
    review.approve,
    review.reject,
  ],
};
