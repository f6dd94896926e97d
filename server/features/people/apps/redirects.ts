/** Where an app may have a person returned to (docs/domain/people.md, 'Apps'). */

const MAX_LENGTH = 500;
/** Printable ASCII: what looks the same is the same. */
const PRINTABLE = /^[!-~]+$/;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(?=[/?]|$)(.*)$/;
/** A scheme of a program: of a domain in reverse, or one that is followed by `//`. */
const PROGRAM = /^([a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/?|[a-z][a-z0-9+-]*:\/\/)[^/]/;
/** What browsers and systems do something of their own with. */
const TAKEN = new Set([
  ...['javascript', 'data', 'vbscript', 'file', 'blob', 'filesystem', 'about', 'view-source'],
  ...['http', 'https', 'ftp', 'ftps', 'ws', 'wss', 'mailto', 'tel', 'sms', 'callto', 'intent'],
  ...['content', 'resource', 'chrome', 'jar', 'res', 'shell', 'search', 'search-ms', 'help'],
  ...['data-url', 'livescript', 'mk', 'mhtml', 'mht', 'hcp', 'its', 'wyciwyg', 'opera', 'edge'],
  ...[
    'brave',
    'vivaldi',
    'firefox',
    'microsoft-edge',
    'googlechrome',
    'googlechromes',
    'android-app',
  ],
  // Folders, screens and directories of other computers.
  ...['smb', 'cifs', 'nfs', 'afp', 'dav', 'davs', 'webdav', 'webdavs', 'sftp', 'scp', 'tftp'],
  ...['ssh', 'telnet', 'tn3270', 'rlogin', 'vnc', 'rdp', 'ldap', 'ldaps', 'iscsi', 'git', 'svn'],
  // Calls, messages, and what is subscribed to.
  ...[
    'facetime',
    'facetime-audio',
    'sip',
    'sips',
    'skype',
    'im',
    'xmpp',
    'irc',
    'ircs',
    'mms',
    'mmst',
  ],
  ...[
    'smsto',
    'mmsto',
    'rtsp',
    'rtmp',
    'feed',
    'webcal',
    'news',
    'snews',
    'nntp',
    'gopher',
    'wais',
  ],
  // What installs or runs something.
  ...['itms', 'itmss', 'itms-services', 'itms-apps', 'itms-appss', 'market', 'applescript', 'apt'],
  ...['magnet', 'shortcuts', 'workflow', 'appinstaller', 'steam', 'jnlp', 'jnlps', 'help-viewer'],
]);
const OF_SYSTEMS =
  /^(?:ms-|x-|web\+|ext\+|chrome-|moz-|safari-|prefs|app-prefs|apple-|com\.apple\.)/;
const isTaken = (scheme: string) => TAKEN.has(scheme) || OF_SYSTEMS.test(scheme);

type Loopback = { host: string; port: string; rest: string };

function loopbackOf(uri: string): Loopback | undefined {
  const [, host, port = '', rest = ''] = LOOPBACK.exec(uri) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port, rest };
}

const schemeOf = (uri: string) => uri.slice(0, uri.indexOf(':'));

/** What a redirect is to; undefined where it is none that may be. */
export function kindOf(uri: string): 'host' | 'computer' | 'program' | undefined {
  if (uri.length > MAX_LENGTH || !PRINTABLE.test(uri) || uri.includes('#')) return;
  if (loopbackOf(uri)) return URL.canParse(uri) ? 'computer' : undefined;
  if (/^https:\/\/[^/]/.test(uri)) {
    if (!URL.canParse(uri)) return;
    const { username, password, hostname } = new URL(uri);
    // A backslash is a slash for browsers, and part of the host's user for others.
    return username || password || hostname === '' || /[\\@]/.test(authorityOf(uri))
      ? undefined
      : 'host';
  }
  return PROGRAM.test(uri) && !isTaken(schemeOf(uri)) && !/[\\@]/.test(authorityOf(uri))
    ? 'program'
    : undefined;
}

const authorityOf = (uri: string) => uri.replace(/^[^:]*:\/*/, '').split(/[/?]/)[0] ?? '';

/** Exactly the same; on this computer any port, which a program gets when it begins to listen. */
export function isSameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [known, asked] = [loopbackOf(registered), loopbackOf(given)];
  return (
    known !== undefined &&
    asked !== undefined &&
    known.host === asked.host &&
    known.rest === asked.rest
  );
}

/** What a person is told of where they return to. */
export function returnOf(uri: string) {
  const kind = kindOf(uri);
  if (!kind) throw new Error('a redirect was not checked');
  if (kind === 'host') return { kind, name: new URL(uri).host };
  if (kind === 'program') return { kind, name: schemeOf(uri) };
  return { kind, name: loopbackOf(uri)?.port || '80' };
}

/** The redirect with an answer. It keeps its query as it is. */
export const withAnswer = (uri: string, answer: Record<string, string | undefined>): string => {
  const given = Object.entries(answer).filter(([, value]) => value !== undefined);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given as [string, string][])}`;
};
