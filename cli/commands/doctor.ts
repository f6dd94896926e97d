import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atMost, type Given } from '../arguments.ts';
import type { Command } from '../command.ts';
import { credentialsFile, isOpenToOthers, readCredentials } from '../credentials.ts';
import { EXIT, Failure } from '../failure.ts';
import { homeFolder } from '../home.ts';
import { print, printJson, printRows } from '../output.ts';
import { runProgram } from '../program.ts';
import { send } from '../send.ts';
import { API_OPTIONS, access, keyOfEnvironment, serverOf } from '../session.ts';
import { IS_CHECKOUT, ROOT, VERSION } from '../version.ts';

/** What is wrong here: with the installation of this machine, and with what commands call. */

type Finding = {
  of: 'command' | 'server' | 'sign-in';
  check: string;
  state: 'ok' | 'warning' | 'error';
  detail: string;
  /** What to do. */
  mend?: string;
};

const SECONDS = 1000;
const MAX_SKEW_MS = 60 * SECONDS;

/** Whether this machine has an installation, or is to have one. */
const hasInstallation = () =>
  Boolean(process.env.DATABASE_URL || process.env.DATA_DIR) ||
  existsSync(IS_CHECKOUT ? join(ROOT, 'data') : join(homeFolder(), '.postfolio'));

/** The credentials of commands: nobody else may read them. */
function credentials(): Finding[] {
  const file = credentialsFile();
  return [
    { path: dirname(file), mode: '700' },
    { path: file, mode: '600' },
  ].flatMap(({ path, mode }): Finding[] => {
    const isOpen = isOpenToOthers(path);
    if (isOpen === undefined) return [];
    return [
      {
        ...{ of: 'command', check: 'credentials', state: isOpen ? 'error' : 'ok' },
        detail: isOpen ? `${path} can be read by others` : path,
        ...(isOpen && { mend: `chmod ${mode} ${path}` }),
      },
    ];
  });
}

/** What the program of the server has found. */
async function installation(): Promise<Finding[]> {
  const chunks: Buffer[] = [];
  try {
    await runProgram('doctor', ['--json'], (chunk) => chunks.push(chunk));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [{ of: 'server', check: 'node', state: 'error', detail: error.message }];
  }
  const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
  const findings = lines.map((line) => ({ of: 'server', ...JSON.parse(line) }) as Finding);
  const isWhole = !process.exitCode || findings.some(({ state }) => state === 'error');
  process.exitCode = 0;
  if (isWhole) return findings;
  const detail = 'the examination ended before its end';
  return [...findings, { of: 'server', check: 'doctor', state: 'error', detail }];
}

/** Whether commands reach a server, and as whom. */
async function signIn(given: Given, server: string): Promise<Finding[]> {
  const of = 'sign-in' as const;
  const before = Date.now();
  const answer = await send(`${server}/healthz`, { method: 'GET' }).catch((error: Error) => error);
  if (answer instanceof Error || answer.status !== 200) {
    const detail = answer instanceof Error ? answer.message : `${server} answers ${answer.status}`;
    return [
      {
        of,
        check: 'reachable',
        state: 'error',
        detail,
        mend: 'See that it runs, and that the address is right',
      },
    ];
  }
  const findings: Finding[] = [{ of, check: 'reachable', state: 'ok', detail: server }];
  const date = Date.parse(answer.headers.get('date') ?? '');
  const skew = Math.abs(date - (before + Date.now()) / 2);
  if (skew > MAX_SKEW_MS)
    findings.push({
      ...{ of, check: 'clock', state: 'warning', mend: 'Set both by NTP' },
      detail: `that of the server and that of this machine differ by ${Math.round(skew / SECONDS)} seconds`,
    });
  try {
    const { user, workspace, scopes, key } = await access(given).api.call('GET /api/whoami/', {});
    findings.push({ of, check: 'key', state: 'ok', detail: `${user.name} in '${workspace.name}'` });
    const lacks = (['read', 'write'] as const).filter((scope) => !scopes.includes(scope));
    findings.push({
      ...{ of, check: 'scopes', state: lacks.length ? 'warning' : 'ok' },
      detail: `${scopes.join(', ') || 'none'}${key?.drafts_only ? '; drafts only' : ''}`,
      ...(lacks.length && { mend: `Commands that need ${lacks.join(' and ')} are refused` }),
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    findings.push({ of, check: 'key', state: 'error', detail: error.message });
  }
  return findings;
}

async function doctor(given: Given) {
  atMost(given, 0);
  const findings: Finding[] = [
    {
      of: 'command',
      check: 'version',
      state: 'ok',
      detail: `${VERSION} on Node ${process.versions.node}`,
    },
    ...credentials(),
  ];
  if (given.text('server') === undefined && hasInstallation())
    findings.push(...(await installation()));
  const server = serverOf(given);
  const isSignedIn =
    keyOfEnvironment() !== undefined || Object.keys(readCredentials().servers).length > 0;
  if (server && (isSignedIn || given.text('server') !== undefined))
    findings.push(...(await signIn(given, server)));
  if (given.has('json')) printJson(findings);
  else {
    printRows(
      ['state', 'of', 'check', 'finding'],
      findings.map(({ state, of, check, detail, mend }) => [
        ...[state, of, check],
        mend ? `${detail}. ${mend}` : detail,
      ]),
    );
    if (findings.length === 1)
      print('There is no installation on this machine, and no server is signed in to.');
  }
  if (findings.some(({ state }) => state === 'error')) process.exitCode = EXIT.failed;
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary:
    'Look for what is wrong with the installation of this machine, and with the sign-in; changes nothing',
  options: API_OPTIONS,
  more: [
    'With --server it looks at that server alone. Exits with 1 where something is wrong.',
    'What stops a start of the server, it finds before. It signs in to the mail server, and writes a few',
    'bytes into the bucket of S3_URL and deletes them, as each start does.',
  ],
  run: doctor,
};
