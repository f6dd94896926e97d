import { createApi } from '../api.ts';
import type { Given } from '../arguments.ts';
import { atMost } from '../arguments.ts';
import type { Command } from '../command.ts';
import {
  type Credential,
  changeCredentials,
  credentialsFile,
  keep,
  readCredentials,
  requireRoom,
  without,
} from '../credentials.ts';
import { Failure, usage } from '../failure.ts';
import { readInput } from '../input.ts';
import { printFields, printJson, say } from '../output.ts';
import { API_OPTIONS, access, requireKey, SERVER_OPTIONS, serverOf } from '../session.ts';
import { revoke, signInByDevice } from '../sign-in.ts';

/** Signing in and out. */

/** The person who enters the code may take some away. */
const DEFAULT_SCOPES = 'read write publish';

const requireServer = (given: Given) => {
  const server = serverOf(given);
  if (server) return server;
  throw usage('Name the server: postfolio login --server https://posts.example.org');
};

async function login(given: Given) {
  atMost(given, 0);
  const server = requireServer(given);
  if (!given.has('with-key')) {
    const scope = (given.text('scope') ?? DEFAULT_SCOPES)
      .split(/[\s,]+/)
      .filter(Boolean)
      .join(' ');
    await requireRoom();
    const tokens = await signInByDevice(server, scope);
    const former = await keep(server, tokens).catch(async (error: unknown) => {
      // Nobody has them any more.
      await revoke(tokens);
      throw error;
    });
    say(`Signed in to ${server}. ${credentialsFile()} has the tokens.`);
    return endFormer(server, former);
  }
  const key = requireKey((await readInput('The key')).trim(), 'Standard input');
  const api = createApi({ server, token: async () => key });
  const { user, workspace } = await api.call('GET /api/whoami/', {});
  const former = await keep(server, { key });
  say(
    `Signed in to ${server} as ${user.name}, in '${workspace.name}'. ${credentialsFile()} has the key.`,
  );
  if (former && !('key' in former && former.key === key)) await endFormer(server, former);
}

/** Ends what a sign-in has taken the place of, which nobody could end from here any more. */
async function endFormer(server: string, former: Credential | undefined) {
  if (!former) return;
  if ('key' in former)
    return say(
      `The former key is not kept any more, and still counts: revoke it at Settings › API keys of ${server}.`,
    );
  const failed = await revoke(former);
  if (failed !== undefined)
    say(
      `The former sign-in still counts at ${server} (${failed}): disconnect it at Settings › Connected apps.`,
    );
}

async function logout(given: Given) {
  atMost(given, 0);
  const server = requireServer(given);
  const stored = readCredentials().servers[server];
  if (!stored) throw new Failure(`You are not signed in to ${server}.`, 'notSignedIn');
  const failed = 'key' in stored ? undefined : await revoke(stored);
  await changeCredentials((now) => without(now, server));
  if (failed !== undefined)
    throw new Failure(
      `The tokens are deleted here, and still count at ${server} (${failed}): disconnect the command line at Settings › Connected apps.`,
    );
  say(
    'key' in stored
      ? `The key is deleted here. It still counts: revoke it at Settings › API keys of ${server}.`
      : `Signed out of ${server}.`,
  );
}

async function whoami(given: Given) {
  atMost(given, 0);
  const { api, server, by } = access(given);
  const who = await api.call('GET /api/whoami/', {});
  if (given.has('json')) return printJson(who);
  const { user, workspace, key, scopes, limits } = who;
  printFields({
    server,
    by: { environment: 'POSTFOLIO_KEY', key: 'a key', app: 'sign-in' }[by],
    user: user.name,
    role: user.role,
    workspace: workspace.name,
    key: key && `${key.name} (${key.prefix}…)`,
    'drafts only': key?.drafts_only ? 'yes' : undefined,
    ends: key?.expires_at,
    scopes: scopes.join(', '),
    limits: limits.map(({ name, limit, seconds }) => `${limit} ${name} in ${seconds} s`).join(', '),
  });
}

export const accountCommands: Command[] = [
  {
    name: 'login',
    summary: 'Sign in to a server: by a code that you enter in a browser, or with a key',
    options: {
      ...SERVER_OPTIONS,
      'with-key': { about: 'read a key of the API from standard input' },
      scope: {
        value: 'SCOPES',
        about: `what it may do, separated by commas; ${DEFAULT_SCOPES.replaceAll(' ', ',')} where nothing is said`,
      },
    },
    more: [
      'Signing in again ends the former sign-in to that server.',
      'A key is never an argument, where other users of the machine see it:',
      '  postfolio login --server https://posts.example.org --with-key < key.txt',
    ],
    run: login,
  },
  {
    name: 'logout',
    summary: 'Forget the key or the tokens of a server, and end the tokens there',
    options: SERVER_OPTIONS,
    run: logout,
  },
  {
    name: 'whoami',
    summary: 'Show who you are there, and what you may do',
    options: API_OPTIONS,
    run: whoami,
  },
];
