import { parse } from './arguments.ts';
import { EXIT, Failure } from './failure.ts';
import { groups } from './groups.ts';
import { findCommand, helpOf, helpOfMany, overview } from './help.ts';
import { endOnInterrupt } from './interrupt.ts';
import { print, printJsonError, say } from './output.ts';
import { VERSION } from './version.ts';

/** The command `postfolio`. */

const HELP = ['-h', '--help'];

async function run(words: readonly string[]) {
  const [first, ...others] = words;
  const commands = groups.flatMap((group) => group.commands);
  if (first === '--version' || first === '-v' || first === 'version') return print(VERSION);
  if (first === undefined || HELP.includes(first) || (first === 'help' && !others.length))
    return print(overview(groups));
  const named = first === 'help' ? others : words;
  const isOfOne = named.length === 1 || (named.length === 2 && HELP.includes(named[1] ?? ''));
  const many =
    isOfOne && (first === 'help' || named.length === 2) && helpOfMany(commands, named[0] ?? '');
  if (many) return print(many);
  const { command, rest } = findCommand(commands, named);
  // What follows on '--' is no option.
  const end = rest.indexOf('--');
  const asks = rest.slice(0, end < 0 ? undefined : end).some((word) => HELP.includes(word));
  if (first === 'help' || asks) return print(helpOf(command));
  if (command.raw)
    return command.run({ words: rest, text: () => undefined, all: () => [], has: () => false });
  await command.run(parse(rest, command.options));
}

// The reader of the output may be gone, as `head` is.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: Error & { code?: string }) => {
    process.exit(error.code === 'EPIPE' ? undefined : EXIT.failed);
  });
endOnInterrupt();

const words = process.argv.slice(2);
try {
  await run(words);
} catch (error) {
  endWith(error instanceof Failure ? error : unforeseen(error as Error));
}

function endWith({ reason, message, body }: Failure) {
  process.exitCode = EXIT[reason];
  if (!words.includes('--json')) return say(message);
  try {
    printJsonError({ code: reason, detail: message, ...body });
  } catch {
    // What the server says is too deep to be written.
    printJsonError({ code: reason, detail: message });
  }
}

/** A script gets its sentence and its exit code also of what nobody thought of. */
function unforeseen({ message }: Error) {
  return new Failure(
    `The command cannot go on: ${message}. If the server is a Postfolio of version ${VERSION}, this is a defect.`,
  );
}
