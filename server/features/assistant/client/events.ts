import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { AssistantError } from './failure.ts';

/** No answer is longer: of the whole stream, with its wrapping of each token. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Of one event, or of an answer that is no stream. */
const MAX_EVENT_BYTES = 256 * 1024;

/**
 * The `data` of each event, read as the client takes them: what is not taken is not read. Characters
 * that are split over chunks are joined; an event that is not whole at the end is left out.
 */
export async function* readEvents(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let [size, since]: [number, number] = [0, 0];
  const found: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => found.push(data) });
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    since += chunk.length;
    if (size > MAX_BYTES) throw tooLarge(body);
    parser.feed(decoder.decode(chunk, { stream: true }));
    // The parser holds a line that does not end.
    if (found.length) since = 0;
    else if (since > MAX_EVENT_BYTES) throw tooLarge(body);
    yield* found.splice(0);
  }
}

/** An answer that is no stream, as a single entry. */
export async function* readWhole(body: Readable): AsyncGenerator<string> {
  yield await readText(body);
}

/** A body as text, as far as `max` bytes. */
export async function readText(body: Readable, max = MAX_EVENT_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max) throw tooLarge(body);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(body: Readable) {
  body.destroy();
  return new AssistantError('too_large');
}
