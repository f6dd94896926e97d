// Generates docs/commands.md from the commands in cli/.
// usage: node scripts/commands.ts [--verify]   (--verify: fails if the file is stale)
import type { Command } from '../cli/command.ts';
import { groups } from '../cli/groups.ts';
import { optionsOf, usageOf } from '../cli/help.ts';
import { API_OPTIONS } from '../cli/session.ts';
import { keepDocument, wrap } from './documents/generated.ts';

const INTRODUCTION = `
<!-- Generated from cli/ by 'npm run docs:commands': do not edit. -->

# Commands

\`postfolio\` is one program: it runs the server, and it writes and publishes posts on any server from a terminal or a
script. It needs Node 20.11 or newer. The server itself needs Node 24, which the package brings where npm may run the
install script of the package \`node\`.

\`\`\`sh
npm pack                                   # in a checkout: makes postfolio-VERSION.tgz
npm install ./postfolio-0.1.0.tgz          # in any folder
npx postfolio start                        # a supervisor starts Node itself: docs/deployment.md
\`\`\`

\`node bin/postfolio.js\` is the same program in a checkout.

## Signing in

\`\`\`sh
postfolio login --server https://posts.example.org
echo 'A text' | postfolio publish --channel @ada
\`\`\`

\`login\` shows a code that you enter in a browser, on any machine. Or give it a [key](api.md#keys) on standard input:
\`postfolio login --server URL --with-key < key.txt\`. In scripts, set \`POSTFOLIO_URL\` and \`POSTFOLIO_KEY\`, which are
written nowhere. A key is never an argument, where other users of the machine see it.

Keys and tokens are in \`~/.config/postfolio/credentials.json\` (or below \`XDG_CONFIG_HOME\`), which only you can read.
They go to the server that they are for, and without TLS to this machine alone; \`--insecure-http\` allows others.

## Scripts

- **\`--json\`** prints what the API answers, as it is ([api.md](api.md#what-is-promised)), of \`posts list\` the posts of
  all its pages; errors too, to standard error.
- Without it, a terminal gets a table, and a pipe a line for each row with its cells separated by tabs, and no headings.
  Control characters of texts are left out, so that no post moves the cursor.
- **Exit codes**: 0; 1 for a failure; 2 where the command was called wrongly; 4 where you are not signed in, or the key
  does not count any more; 5 where the text, the file or the time was refused by a check, or the post has changed since
  the version that you named.
- A request whose answer was lost is sent again with the same \`Idempotency-Key\`, and is done once. To try a whole
  command again, give it the same \`--idempotency-key\` each time. Where the first request still runs after three
  minutes, the command ends with 1: it may have been done.
- An option with an empty value, such as that of a variable that is not set, is refused, but for \`--title\` and \`--alt\`.
- Files are looked at before the first one is uploaded. \`media upload\` prints what is in the library also where it fails
  or is interrupted; where a post cannot be made, the error names the files that were uploaded for it.
- A text is an argument, \`--file\`, or standard input (at most 1 MB, in UTF-8). With \`--thread\`, lines of \`---\` alone
  separate parts.
- \`--channel\` takes the id, the handle, the network, or \`network/handle\`; with an @ it is a handle. A word that names several accounts is refused,
  with their ids.
- Without \`--folder\`, posts go to the folder that \`POSTFOLIO_FOLDER\` names, else to the first one that was made.

## Not there yet

A workspace cannot be exported or imported by a command.
`;

/** A sentence of the help is one in Markdown. */
const escaped = (text: string) => text.replaceAll(/[<>|]/g, (sign) => `\\${sign}`);

const listed = (options: readonly (readonly [string, string])[]) =>
  options.map(([name, about]) => wrap(`- \`${name}\`: ${escaped(about)}.`, '  ')).join('\n');

const shared = optionsOf(API_OPTIONS);

/** Its own options; those that most commands have are listed once. */
const ownOptions = ({ options }: Command) =>
  optionsOf(options).filter(([name]) => !shared.some(([other]) => other === name));

function section(command: Command): string {
  const options = ownOptions(command);
  return [
    `### postfolio ${command.name}`,
    wrap(`${escaped(command.summary)}.`),
    `\`\`\`\n${[usageOf(command), ...(command.more ?? [])].join('\n')}\n\`\`\``,
    ...(options.length ? [listed(options)] : []),
  ].join('\n\n');
}

const wanted = [
  INTRODUCTION.trim(),
  '## Options of all commands that ask a server',
  `${listed(shared)}\n\nNot all of them print something: \`login\` and \`logout\` have no \`--json\`.`,
  ...groups.flatMap(({ title, commands }) => [`## ${title}`, ...commands.map(section)]),
].join('\n\n');

keepDocument('docs/commands.md', `${wanted}\n`, 'cli/', 'docs:commands');
