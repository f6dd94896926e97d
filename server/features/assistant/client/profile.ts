import type { Question, Target } from './question.ts';

/**
 * What a server understands, learned from what it refuses: names differ between servers and change
 * without notice. It is a cache: another process learns the same with one more question.
 */
export type Profile = {
  limit: 'max_tokens' | 'max_completion_tokens' | null;
  json: 'schema' | 'object' | 'words';
  usage: boolean;
  /** Whether it can be told not to think. */
  reasoning: boolean;
  stream: boolean;
};

const MAX_PROFILES = 500;
const profiles = new Map<string, Profile>();

const FIRST: Profile = {
  limit: 'max_tokens',
  json: 'schema',
  usage: true,
  reasoning: true,
  stream: true,
};

const keyOf = ({ id, url }: Target, model: string) => `${id} ${url} ${model}`;

export function profileOf(target: Target, model: string): Profile {
  return profiles.get(keyOf(target, model)) ?? FIRST;
}

export function learn(target: Target, model: string, profile: Profile) {
  const key = keyOf(target, model);
  profiles.delete(key);
  profiles.set(key, profile);
  const [oldest] = profiles.keys();
  if (profiles.size > MAX_PROFILES && oldest !== undefined) profiles.delete(oldest);
}

/** The body of a question, in words that the server understands. */
export function bodyOf({ model, messages, answerTokens, form }: Question, profile: Profile) {
  return {
    model,
    messages,
    stream: profile.stream,
    ...(profile.stream && profile.usage && { stream_options: { include_usage: true } }),
    ...(profile.limit && { [profile.limit]: answerTokens }),
    ...(profile.reasoning && { reasoning_effort: 'none' }),
    ...(form &&
      profile.json === 'schema' && {
        response_format: { type: 'json_schema', json_schema: { ...form, strict: true } },
      }),
    ...(form && profile.json === 'object' && { response_format: { type: 'json_object' } }),
  };
}

/**
 * What to try after a refusal: without what it names, else without what servers refuse most; undefined
 * where nothing is left to leave out.
 * @param message of the server, in lower case
 */
export function withoutRefused(
  profile: Profile,
  message: string,
  hasForm: boolean,
): Profile | undefined {
  const lessJson = (): Profile => ({
    ...profile,
    json: profile.json === 'schema' ? 'object' : 'words',
  });
  if (profile.limit === 'max_tokens' && message.includes('max_tokens'))
    return { ...profile, limit: 'max_completion_tokens' };
  if (profile.limit && message.includes(profile.limit)) return { ...profile, limit: null };
  if (profile.reasoning && message.includes('reasoning')) return { ...profile, reasoning: false };
  if (profile.usage && /stream_options|include_usage/.test(message))
    return { ...profile, usage: false };
  const asksForm = hasForm && profile.json !== 'words';
  if (asksForm && /response_format|json_schema|json_object|structured|grammar/.test(message))
    return lessJson();
  if (profile.stream && /\bstream/.test(message)) return { ...profile, stream: false };
  if (!/param|unsupported|unrecognized|unknown|extra|field|not permitted/.test(message))
    return undefined;
  // It does not say which.
  if (asksForm) return lessJson();
  if (profile.reasoning) return { ...profile, reasoning: false };
  return profile.usage ? { ...profile, usage: false } : undefined;
}
