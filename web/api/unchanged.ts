/** The latest answers with their tags: the server sends one again only where it has changed. */

const MAX_ANSWERS = 50;

type Answer = { etag: string; result: unknown; headers: Headers };
const answers = new Map<string, Answer>();

/** @param name of a request: its address, person and workspace */
export const answerTo = (name: string) => answers.get(name);

/** Keeps an answer that has a tag; the oldest one goes. */
export function keepAnswer(name: string, result: unknown, headers: Headers) {
  const etag = headers.get('etag');
  answers.delete(name);
  if (etag) answers.set(name, { etag, result, headers });
  for (const oldest of answers.keys()) {
    if (answers.size <= MAX_ANSWERS) break;
    answers.delete(oldest);
  }
}
