import { expect, test } from 'vitest';
import { allPages, hiddenPaths, isHidden } from './pages.ts';
import { isItemId, isOwnPath, paths } from './paths.ts';

test('every path is unchanged: mails, bookmarks and other programs contain them', () => {
  const query = new URLSearchParams({ q: 'a b' });
  const built = {
    ...paths,
    search: [paths.search(query), paths.search('')],
    folder: paths.folder(7),
    createContent: [paths.createContent(), paths.createContent(7)],
    createThread: [paths.createThread(), paths.createThread(7)],
    editContent: paths.editContent(7),
    customiseContent: paths.customiseContent(7, 'x'),
    describeFile: paths.describeFile(7, 8),
    previewContent: paths.previewContent(7),
    comment: paths.comment(7, 8),
    resetPassword: paths.resetPassword(7, 'token'),
    confirmAddress: paths.confirmAddress('token'),
    invitation: paths.invitation('7-token'),
    unsubscribe: paths.unsubscribe('token'),
    socialCallback: [paths.socialCallback(), paths.socialCallback(query)],
    socialSignIn: paths.socialSignIn('/content?folder=7', 'Europe/Berlin'),
    xSettings: paths.xSettings('linked'),
  };
  expect(built).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "accountAccess": "/settings#access",
      "analytics": "/analytics",
      "analyticsPost": [Function],
      "analyticsView": [Function],
      "apiKeys": "/settings/api",
      "apps": "/settings/apps",
      "assistantSettings": "/settings/assistant",
      "attention": "/attention",
      "audit": "/settings/audit",
      "authorize": "/oauth/authorize",
      "automation": [Function],
      "automations": "/automations",
      "calendar": "/calendar",
      "channelCallback": "/social-accounts/callback",
      "channelSets": "/templates?view=sets",
      "comment": "/content/preview/7#comment-8",
      "confirmAddress": "/confirm-address/token",
      "connectedAccount": [Function],
      "contact": "/contact",
      "content": "/content",
      "copyOfRule": [Function],
      "createContent": [
        "/content/create",
        "/content/create?folder=7",
      ],
      "createContentAt": [Function],
      "createThread": [
        "/content/create?mode=thread",
        "/content/create?mode=thread&folder=7",
      ],
      "customiseContent": "/content/edit/7?customise=x",
      "describeFile": "/content/edit/7?describe=8",
      "device": [Function],
      "drafts": "/content/drafts",
      "editContent": "/content/edit/7",
      "features": "/features",
      "feed": [Function],
      "feeds": "/feeds",
      "file": [Function],
      "folder": "/content?folder=7",
      "forgotPassword": "/forgot-password",
      "home": "/",
      "ideas": "/content/ideas",
      "invitation": "/invite/7-token",
      "library": "/media",
      "linkSettings": "/settings/links",
      "login": "/login",
      "members": "/settings/members",
      "notificationSettings": "/settings#notifications",
      "practice": [Function],
      "previewContent": "/content/preview/7",
      "pricing": "/pricing",
      "privacy": "/privacy",
      "published": "/content/published",
      "queue": [Function],
      "readyRule": [Function],
      "reconnectAccount": [Function],
      "register": "/register",
      "report": [Function],
      "reports": "/analytics?view=reports",
      "resetPassword": "/reset-password/7/token",
      "review": "/content/review",
      "runs": "/automations/runs",
      "runsOf": [Function],
      "search": [
        "/content?q=a+b",
        "/content?view=search",
      ],
      "settings": "/settings",
      "sharedReport": [Function],
      "siteSettings": "/settings/links#site",
      "snippets": "/templates?view=snippets",
      "socialAccounts": "/social-accounts",
      "socialCallback": [
        "/auth/callback",
        "/auth/callback?q=a+b",
      ],
      "socialSignIn": "/api/auth/social/twitter/?next=%2Fcontent%3Ffolder%3D7&time_zone=Europe%2FBerlin",
      "template": [Function],
      "templates": "/templates",
      "terms": "/terms",
      "threads": "/threads",
      "trash": "/content/trash",
      "unsubscribe": "/unsubscribe/token",
      "voice": [Function],
      "webhook": [Function],
      "webhooks": "/settings/webhooks",
      "workspace": "/settings/workspace",
      "xSettings": "/settings?x=linked",
    }
  `);
});

test('every page has a path of its own', () => {
  expect(
    Object.fromEntries(
      allPages.map(([name, { path, audience }]) => [name, `${path} (${audience})`]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "about": "/about (everybody)",
      "analytics": "/analytics (member)",
      "analyticsPost": "/analytics/posts/:id (member)",
      "apiKeys": "/settings/api (member)",
      "apps": "/settings/apps (member)",
      "assistantSettings": "/settings/assistant (member)",
      "attention": "/attention (member)",
      "audit": "/settings/audit (member)",
      "authorize": "/oauth/authorize (user)",
      "automations": "/automations (member)",
      "calendar": "/calendar (member)",
      "channelCallback": "/social-accounts/callback (member)",
      "confirmAddress": "/confirm-address/:token (user)",
      "contact": "/contact (everybody)",
      "content": "/content (member)",
      "createContent": "/content/create (member)",
      "device": "/device (user)",
      "drafts": "/content/drafts (member)",
      "editContent": "/content/edit/:id (member)",
      "editRule": "/automations/:rule (member)",
      "editTemplate": "/templates/:template (member)",
      "features": "/features (everybody)",
      "feed": "/feeds/:id (member)",
      "feeds": "/feeds (member)",
      "forgotPassword": "/forgot-password (guest)",
      "home": "/ (everybody)",
      "ideas": "/content/ideas (member)",
      "invitation": "/invite/:token (link)",
      "library": "/media (member)",
      "linkSettings": "/settings/links (member)",
      "login": "/login (guest)",
      "members": "/settings/members (member)",
      "practice": "/practice/:channel (member)",
      "previewContent": "/content/preview/:id (member)",
      "pricing": "/pricing (everybody)",
      "privacy": "/privacy (everybody)",
      "published": "/content/published (member)",
      "queue": "/social-accounts/:channel/queue (member)",
      "register": "/register (guest)",
      "report": "/analytics/reports/:id (member)",
      "resetPassword": "/reset-password/:uid?/:token? (link)",
      "review": "/content/review (member)",
      "runs": "/automations/runs (member)",
      "settings": "/settings (member)",
      "sharedReport": "/r/:token (link)",
      "socialAccounts": "/social-accounts (member)",
      "socialCallback": "/auth/callback (link)",
      "templates": "/templates (member)",
      "terms": "/terms (everybody)",
      "threads": "/threads (member)",
      "trash": "/content/trash (member)",
      "unsubscribe": "/unsubscribe/:token (link)",
      "voice": "/settings/assistant/voices/:voice (member)",
      "webhook": "/settings/webhooks/:webhook (member)",
      "webhooks": "/settings/webhooks (member)",
      "workspace": "/settings/workspace (member)",
    }
  `);
  const all = allPages.map(([, { path }]) => path);
  expect(new Set(all).size).toBe(all.length);
});

test('search engines may not index private pages', () => {
  expect(hiddenPaths).toMatchInlineSnapshot(`
    [
      "/reset-password",
      "/invite",
      "/unsubscribe",
      "/auth",
      "/r/",
      "/confirm-address",
      "/oauth",
      "/device",
      "/content",
      "/threads",
      "/analytics",
      "/calendar",
      "/media",
      "/templates",
      "/automations",
      "/feeds",
      "/attention",
      "/social-accounts",
      "/practice",
      "/settings",
    ]
  `);
  for (const [name, { path }] of allPages)
    expect([path, hiddenPaths.some((prefix) => path.startsWith(prefix))]).toEqual([
      path,
      isHidden(name),
    ]);
});

test('only a path of the application is accepted', () => {
  for (const path of ['/', '/content?folder=1', '/a//b'])
    expect([path, isOwnPath(path)]).toEqual([path, true]);
  for (const path of [
    '',
    'content',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]) {
    expect([path, isOwnPath(path)]).toEqual([path, false]);
  }
});

test('only a positive whole number is an id', () => {
  expect(['1', 42].map(isItemId)).toEqual([true, true]);
  expect(['0', '-1', '1.5', 'abc', '', '99999999999999999999', Number.NaN].map(isItemId)).toEqual(
    Array(7).fill(false),
  );
});
