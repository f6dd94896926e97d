import { randomKey } from './random-key.ts';

/**
 * What stands in for locks at plain http (lock.ts): a tab asks the others, and one that does not
 * answer holds nothing. Messages arrive in hidden tabs as well, whose timers are slowed down.
 */
const ANSWER_MS = 100;

type Question = { do: 'claim'; name: string; claim: string } | { do: 'list' };
type Answer = { do: 'answer'; to: string; names: string[] };

/** The names that this tab holds or claims, each with the key of the claim, once held ''. */
const own = new Map<string, string>();
let channel: BroadcastChannel | undefined;
const answers = new EventTarget();

function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('locks');
  channel.onmessage = ({ data }: MessageEvent<Answer | (Question & { id: string })>) => {
    if (data.do === 'answer') answers.dispatchEvent(new CustomEvent(data.to, { detail: data }));
    else {
      const names = data.do === 'list' ? [...own.keys()] : namesAgainst(data);
      if (names.length) channel?.postMessage({ do: 'answer', to: data.id, names });
    }
  };
  return channel;
}

/** Of two claims at the same time the lower key succeeds. */
function namesAgainst({ name, claim }: Extract<Question, { do: 'claim' }>): string[] {
  const mine = own.get(name);
  if (mine === undefined) return [];
  if (mine < claim) return [name];
  own.delete(name);
  return [];
}

/** Holds a name until it is released; null where another tab holds it. */
export async function claim(name: string): Promise<(() => void) | null> {
  if (own.has(name)) return wait().then(() => null);
  const key = randomKey();
  own.set(name, key);
  const others = await answersTo({ do: 'claim', name, claim: key });
  // It may have given way to another claim meanwhile.
  const isMine = own.get(name) === key;
  if (isMine && !others.length) {
    own.set(name, '');
    return () => void own.delete(name);
  }
  if (isMine) own.delete(name);
  return null;
}

/** The names that any tab holds. */
export const claimedNames = async () => [...own.keys(), ...(await answersTo({ do: 'list' }))];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** In two halves: after a pause of the machine, timers run before the messages that wait. */
async function wait() {
  await pause(ANSWER_MS / 2);
  await pause(ANSWER_MS / 2);
}

async function answersTo(question: Question): Promise<string[]> {
  const id = randomKey();
  const names: string[] = [];
  const take = (event: Event) => names.push(...(event as CustomEvent<Answer>).detail.names);
  answers.addEventListener(id, take);
  openChannel().postMessage({ ...question, id });
  await wait();
  answers.removeEventListener(id, take);
  return names;
}
