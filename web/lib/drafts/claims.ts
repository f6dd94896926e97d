import { randomKey } from '../random-key.ts';

/**
 * What stands in for locks at plain http (lock.ts): a tab asks the others, and one that does not
 * answer holds nothing. Messages arrive in hidden tabs as well, whose timers are slowed down.
 */
const ANSWER_MS = 100;
/** Of a tab that holds something for as long as it lives: a busy machine takes longer to answer. */
const HOLDER_ANSWER_MS = 500;

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

/** Holds a name that no other tab knows. */
export function claimNew(name: string): () => void {
  openChannel();
  own.set(name, '');
  return () => void own.delete(name);
}

/** The same as `claim`, of what a tab may hold as long as it lives. */
export const claimHeld = (name: string) => claim(name, HOLDER_ANSWER_MS);

/** Holds a name until it is released; null where another tab holds it. */
export async function claim(name: string, ms = ANSWER_MS): Promise<(() => void) | null> {
  if (own.has(name)) return wait(ms).then(() => null);
  const key = randomKey();
  own.set(name, key);
  const others = await answersTo({ do: 'claim', name, claim: key }, ms);
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
async function wait(ms: number) {
  await pause(ms / 2);
  await pause(ms / 2);
}

async function answersTo(question: Question, ms = ANSWER_MS): Promise<string[]> {
  const id = randomKey();
  const names: string[] = [];
  const controller = new AbortController();
  const isAnswered = new Promise<void>((resolve) => {
    const take = (event: Event) => {
      names.push(...(event as CustomEvent<Answer>).detail.names);
      // Of a claim one answer says all.
      if (question.do === 'claim') resolve();
    };
    answers.addEventListener(id, take, { signal: controller.signal });
  });
  openChannel().postMessage({ ...question, id });
  await Promise.race([wait(ms), isAnswered]);
  controller.abort();
  return names;
}
