import { analytics } from './analytics/endpoints.ts';
import { assistant } from './assistant/endpoints.ts';
import { automation } from './automation/endpoints.ts';
import * as assignments from './content/assignments.ts';
import * as bulk from './content/bulk.ts';
import * as comments from './content/comments.ts';
import * as folders from './content/folders.ts';
import * as history from './content/history.ts';
import * as items from './content/items.ts';
import * as live from './content/live.ts';
import { snippetEndpoints, templateEndpoints } from './content/patterns.ts';
import * as presence from './content/presence.ts';
import * as search from './content/search.ts';
import * as threads from './content/threads.ts';
import * as trash from './content/trash.ts';
import * as views from './content/views.ts';
import * as audit from './core/audit.ts';
import * as auth from './core/auth.ts';
import * as installation from './core/installation.ts';
import type { Endpoint } from './http/endpoint.ts';
import * as media from './media/media.ts';
import * as access from './people/access.ts';
import * as account from './people/account.ts';
import * as addresses from './people/addresses.ts';
import * as apps from './people/apps.ts';
import * as contact from './people/contact.ts';
import * as keys from './people/keys.ts';
import * as members from './people/members.ts';
import * as notifications from './people/notifications.ts';
import * as recovery from './people/recovery.ts';
import * as social from './people/social.ts';
import { publishing } from './publishing/endpoints.ts';

const declared = {
  accounts: [
    auth.login,
    auth.register,
    auth.refreshToken,
    auth.logout,
    recovery.resetPassword,
    recovery.confirmPasswordReset,
    recovery.endAccessAfterReset,
    account.me,
    account.updateProfile,
    account.changePassword,
    account.listSessions,
    account.endSession,
    account.endOtherSessions,
    account.deleteAccount,
    access.listOwnAccess,
    access.endOwnAccess,
    social.getXLink,
    social.linkX,
    social.unlinkX,
    recovery.giveAddress,
    addresses.confirmAddress,
    addresses.sendAddressLink,
    addresses.keepAddress,
  ],
  members: [
    members.listWorkspaces,
    members.createWorkspace,
    members.getWorkspace,
    members.updateWorkspace,
    members.leaveWorkspace,
    members.transferOwnership,
    members.listMembers,
    members.changeRole,
    members.removeMember,
    access.listMemberAccess,
    members.listInvitations,
    members.invite,
    members.revokeInvitation,
    members.readInvitation,
    members.acceptInvitation,
  ],
  keys: [
    keys.whoami,
    keys.listKeys,
    keys.getKey,
    keys.createKey,
    keys.updateKey,
    keys.rollKey,
    keys.revokeKey,
    apps.readAppRequest,
    apps.readDeviceRequest,
    apps.allowApp,
    apps.refuseDevice,
    apps.listApps,
    apps.getApp,
    apps.disconnectApp,
    apps.disconnectApps,
    keys.createServiceAccount,
    keys.updateServiceAccount,
  ],
  notifications: [
    notifications.listNotifications,
    notifications.countUnread,
    notifications.unsubscribe,
    notifications.markNotificationRead,
    notifications.readAllNotifications,
    notifications.deleteNotification,
    notifications.getNotificationSettings,
    notifications.saveNotificationSettings,
  ],
  assignments: [assignments.assignItem],
  comments: [
    comments.listComments,
    comments.comment,
    comments.editComment,
    comments.deleteComment,
    comments.resolveComment,
    comments.reopenComment,
  ],
  installation: [installation.getInstallation, installation.takeOver],
  live: [live.streamEvents, presence.reportPresence],
  audit: [audit.listAuditLogs, audit.summariseAuditLogs, audit.exportAuditLogs],
  contact: [contact.sendContact],
  folders: [
    folders.listFolders,
    folders.getFolder,
    folders.createFolder,
    folders.updateFolder,
    folders.deleteFolder,
  ],
  items: [
    items.listItems,
    items.getItem,
    items.createItem,
    items.updateItem,
    items.deleteItem,
    bulk.bulkOperation,
    history.getHistory,
    history.restoreVersion,
    views.countView,
    views.trending,
    trash.listTrash,
    trash.restoreFromTrash,
    trash.emptyTrash,
  ],
  snippets: snippetEndpoints,
  templates: templateEndpoints,
  ...publishing,
  media: [
    media.listMedia,
    media.getMediaUsage,
    media.getMediaPass,
    media.createUpload,
    media.headUpload,
    media.patchUpload,
    media.getUpload,
    media.deleteUpload,
    media.postMedia,
    media.changeMedia,
    media.getMedia,
    media.listMediaUses,
    media.updateMedia,
    media.putPoster,
    media.convertMedia,
  ],
  search: [search.search, search.autocomplete],
  ...analytics,
  assistant,
  ...automation,
  threads: [
    threads.getThread,
    threads.createThread,
    threads.saveThread,
    threads.addToThread,
    threads.reply,
    threads.reorder,
    threads.removeFromThread,
    threads.duplicateThread,
  ],
};

/** Any endpoint, with its own schemas. */
export type DeclaredEndpoint = (typeof declared)[keyof typeof declared][number];

/** The features, which have a description each (feature-descriptions.ts). */
export type FeatureName = keyof typeof declared;

/** Every endpoint, by feature: the source of OpenAPI and of the tests of all endpoints. */
export const features = declared as unknown as Record<string, Endpoint[]>;
