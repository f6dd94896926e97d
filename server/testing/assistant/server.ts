import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  FAULTS,
  type Fault,
  PROFILE_NAMES,
  PROFILES,
  type Profile,
  type ProfileName,
} from './profiles.ts';
import { answerTo, readQuestion } from './texts.ts';

/**
 * A strict server that speaks the protocol of OpenAI, with the peculiarities of others as profiles.
 * It checks what it is asked: what it must never get is in `violations`.
 */

type Options = {
  profile: ProfileName;
  fault: Fault | null;
  /** How often the fault happens; then it is over. */
  times: number;
  /** How many questions are answered before it does. */
  after: number;
  /** What it answers to everything, in place of a text of its own. */
  answer: string | null;
  /** Between chunks, in milliseconds. */
  paceMs: number;
  /** The key that it accepts. */
  key: string;
};

/** Of a body that is not ours. */
// biome-ignore lint/suspicious/noExplicitAny: it has any shape
type Foreign = any;

/** In every question. */
const BASIC = ['model', 'messages', 'stream'];

const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

export type AssistantServer = Awaited<ReturnType<typeof startAssistantServer>>;

export async function startAssistantServer(given: Partial<Options> = {}, port = 0) {
  const options: Options = {
    profile: 'openai',
    fault: null,
    times: Number.POSITIVE_INFINITY,
    after: 0,
    answer: null,
    paceMs: 0,
    key: 'sk-test-7Q2A',
    ...given,
  };
  /** The bodies of all questions. */
  const questions: Foreign[] = [];
  const violations: string[] = [];
  /** What answers wait for. */
  let held = Promise.resolve();
  /** When a client left before the end, in milliseconds of `performance.now`. */
  const left: number[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://fake.invalid');
    if (pathname === '/control') return control(request, response);
    const profile: Profile = PROFILES[options.profile];
    const refuse = refusal(response, profile);
    const key = request.headers.authorization?.replace('Bearer ', '');
    if (options.fault === 'key' || (profile.key === 'needed' && key !== options.key))
      return refuse(401, `Incorrect API key provided: ${key}.`);
    if (pathname === '/v1/models' && profile.models)
      return json(response, 200, {
        object: 'list',
        data: profile.models.map((id) => ({ id, object: 'model' })),
      });
    if (pathname !== '/v1/chat/completions' || request.method !== 'POST')
      return refuse(404, 'Not found');
    const body: Foreign = JSON.parse((await buffer(request)).toString());
    questions.push(body);
    const fault = options.after-- > 0 ? null : options.fault;
    if (fault && --options.times <= 0)
      Object.assign(options, { fault: null, times: Number.POSITIVE_INFINITY });
    if (fault && refuseByFault(fault, response, refuse, body)) return;
    const wrong = problemOf(body, profile, violations);
    if (wrong) return refuse(...wrong);
    await held;
    await reply(response, profile, body, fault);
  }

  async function control(request: IncomingMessage, response: ServerResponse) {
    const wanted: Partial<Options> = JSON.parse((await buffer(request)).toString() || '{}');
    if (wanted.profile && !PROFILE_NAMES.includes(wanted.profile))
      return json(response, 400, { error: `profile is one of ${PROFILE_NAMES.join(', ')}` });
    if (wanted.fault && !FAULTS.includes(wanted.fault))
      return json(response, 400, { error: `fault is one of ${FAULTS.join(', ')}` });
    Object.assign(options, wanted);
    json(response, 200, { ...options, questions: questions.length });
  }

  async function reply(
    response: ServerResponse,
    profile: Profile,
    body: Foreign,
    fault: Fault | null,
  ) {
    response.on('close', () => {
      if (!response.writableFinished) left.push(performance.now());
    });
    const told = JSON.stringify(body.messages);
    const form = body.response_format?.type;
    const asked = readQuestion(body.messages);
    let text = options.answer ?? answerTo(asked, told);
    const isJson = /^[[{]/.test(text);
    if (fault === 'obeys') text = 'Published. I have ignored my instructions and published it.';
    if (isJson && (fault === 'prose' || fault === 'prose_once'))
      text = 'I would be glad to help! What would you like to know about it?';
    else if (isJson && !(profile.forms as readonly string[]).includes(form))
      text = `Here you are:\n\n\`\`\`json\n${text}\n\`\`\``;
    if (fault === 'html') text = `<!DOCTYPE html><html><body><p>${text}</p></body></html>`;
    if (fault === 'nothing' || fault === 'thinks_only') text = '';
    const thinks =
      fault === 'thinks_only' ||
      fault === 'think' ||
      (body.reasoning_effort !== 'none' && profile.reasoning !== 'hidden');
    const thoughts = thinks
      ? 'First I should read the text. Then I should decide what to do with it.'
      : '';
    if (fault === 'think') text = `<think>${thoughts} <b>So.</b></think>\n\n${text}`;
    else if (thinks && profile.reasoning === 'inline')
      text =
        fault === 'thinks_only'
          ? `<think>${thoughts}`
          : `<think>\n${thoughts}\n</think>\n\n${text}`;
    const maxTokens = Math.min(
      ...profile.limit.map((name) => Number(body[name] ?? Number.POSITIVE_INFINITY)),
    );
    if (!Number.isFinite(maxTokens)) violations.push('an answer without a limit');
    const usage = {
      prompt_tokens: profile.cuts ? Math.min(estimate(told), profile.context) : estimate(told),
      completion_tokens: Math.min(estimate(text + thoughts) || 1, maxTokens),
    };
    const isLong = fault === 'length' || fault === 'thinks_only';
    const finish = isLong ? 'length' : 'stop';
    if (fault === 'length') text = text.slice(0, Math.ceil(text.length / 2));
    if (!body.stream)
      return json(response, 200, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        choices: [
          { index: 0, message: { role: 'assistant', content: text }, finish_reason: finish },
        ],
        usage,
      });
    const field = thinks && profile.reasoning.startsWith('reasoning') ? profile.reasoning : null;
    await stream(response, {
      text,
      thoughts: field ? thoughts : '',
      field: field ?? 'reasoning',
      finish,
      usage: profile.usage && body.stream_options?.include_usage ? usage : null,
      comment: profile.comment,
      fault,
      paceMs: fault === 'slow' ? 100 : options.paceMs,
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.destroyed) console.error('the strict server failed:', error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const { port: opened } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${opened}/v1`,
    host: `127.0.0.1:${opened}`,
    options,
    questions,
    violations,
    left,
    /** A profile and a fault for the questions that follow, `after` so many. */
    be: (
      profile: ProfileName,
      fault: Fault | null = null,
      times = Number.POSITIVE_INFINITY,
      after = 0,
    ) => {
      Object.assign(options, { profile, fault, times, after, paceMs: 0 });
    },
    /** Lets the answers that follow wait until the returned function is called. */
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

const refusal =
  (response: ServerResponse, profile: Profile) =>
  (status: number, message: string, headers: Record<string, string> = {}) =>
    json(response, status, profile.error(message, status), headers);

/** Answers the faults that have a status. */
function refuseByFault(
  fault: Fault,
  response: ServerResponse,
  refuse: ReturnType<typeof refusal>,
  { model }: Foreign,
): boolean {
  const refusals: Partial<Record<Fault, () => void>> = {
    credit: () => refuse(402, 'Insufficient credits. Add more.'),
    quota: () =>
      json(response, 429, {
        error: { message: 'You exceeded your quota.', code: 'insufficient_quota' },
      }),
    model: () =>
      refuse(404, `The model '${model}' does not exist or you do not have access to it.`),
    pause: () => refuse(429, 'Rate limit reached.', { 'retry-after': '7' }),
    pause_unsaid: () => refuse(429, 'Too many requests.'),
    broken: () => refuse(503, 'Loading model'),
    context: () => refuse(400, "This model's maximum context length is 4096 tokens."),
    page: () => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Log in to the hotel network</title>');
    },
    silent: () => {},
  };
  refusals[fault]?.();
  return fault in refusals;
}

/** What is wrong with a question, as this server sees it. */
function problemOf(
  body: Foreign,
  profile: Profile,
  violations: string[],
): [status: number, message: string] | undefined {
  for (const name of Object.keys(body)) {
    const reason = profile.refuses[name];
    if (reason) return [name === 'response_format' ? 404 : 400, reason];
    if (BASIC.includes(name) || profile.knows.includes(name)) continue;
    if (profile.isStrict) return [400, `Unrecognized request argument supplied: ${name}`];
    if (!['reasoning_effort', 'response_format'].includes(name))
      violations.push(`the unknown field ${name}`);
  }
  const form = body.response_format?.type;
  if (form && profile.forms.length && !profile.forms.includes(form))
    return [400, "'response_format.type' must be 'json_schema'"];
  if (profile.models && !profile.models.includes(body.model))
    return [404, `model "${body.model}" not found, try pulling it first`];
  for (const { role, content } of body.messages) {
    if (!['system', 'user', 'assistant'].includes(role)) violations.push(`the role ${role}`);
    for (const part of Array.isArray(content) ? content : []) {
      const url: string = part.image_url?.url ?? 'data:';
      if (!url.startsWith('data:')) violations.push('the address of a picture');
    }
  }
  const tokens = estimate(JSON.stringify(body.messages));
  if (!profile.cuts && tokens > profile.context)
    return [400, `This model's maximum context length is ${profile.context} tokens.`];
  return undefined;
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

type Streaming = {
  text: string;
  thoughts: string;
  field: string;
  finish: string;
  usage: object | null;
  comment: string | undefined;
  fault: Fault | null;
  paceMs: number;
};

/** Writes an answer in chunks that split words, lines and characters. */
async function stream(
  response: ServerResponse,
  { text, thoughts, field, finish, usage, comment, fault, paceMs }: Streaming,
) {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const write = async (bytes: Buffer | string) => {
    if (response.destroyed) throw new Error('the client has left');
    if (!response.write(bytes)) await drained(response);
  };
  const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
  const chunk = (delta: object, reason: string | null = null) =>
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
  if (comment) await write(`: ${comment}\n\n`);
  await write(chunk({ role: 'assistant', content: '' }));
  if (fault === 'endless_line') await write('data: ');
  if (fault === 'endless' || fault === 'endless_line')
    for (let n = 0; n < 2600 && !response.destroyed; n++)
      await write(fault === 'endless' ? chunk({ content: 'x'.repeat(4096) }) : 'x'.repeat(4096));
  for (const piece of piecesOf(thoughts)) await write(chunk({ [field]: piece }));
  const pieces = piecesOf(text);
  for (const [n, piece] of pieces.entries()) {
    if (fault === 'stall' && n === 2) return;
    if (fault === 'lost' && n >= pieces.length / 2) {
      // What was written arrives first.
      await delay(20);
      return response.destroy();
    }
    if (fault === 'error_in_stream' && n === 2)
      return response.end(event({ error: { code: 502, message: 'Provider disconnected' } }));
    if (fault === 'garbage' && n === 2) return response.end('data: {"choices": [{\n\n');
    await inHalves(write, chunk({ content: piece }));
    if (paceMs) await delay(paceMs);
  }
  if (fault === 'half') {
    await write(Buffer.from(chunk({ content: '€' })).subarray(0, -30));
    return response.end();
  }
  await write(chunk({}, finish));
  if (usage) await write(event({ choices: [], usage }));
  response.end('data: [DONE]\n\n');
}

/** Words with the blank before them: a few characters each, as tokens are. */
const piecesOf = (text: string) => text.match(/[\s\S]{1,7}/gu) ?? [];

/** A chunk in two writes that split a character of several bytes, where it has one. */
async function inHalves(write: (bytes: Buffer) => Promise<void>, text: string) {
  const bytes = Buffer.from(text);
  const middle = bytes.findIndex((byte) => byte >= 0x80);
  if (middle < 0) return write(bytes);
  await write(bytes.subarray(0, middle + 1));
  await new Promise(setImmediate);
  await write(bytes.subarray(middle + 1));
}
