import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { expect } from 'vitest';
import type { RunBody, RunEvents, RunResult } from '#contract/assistant/runs.ts';
import type { Role } from '#contract/roles.ts';
import { colleague, type TestApp, writer } from '../app.ts';
import { PROFILES, type Profile, type ProfileName } from './profiles.ts';
import { type AssistantServer, startAssistantServer } from './server.ts';

/** Runs of the assistant, as a page makes them. */

type Event = { event: keyof RunEvents; data: RunEvents[keyof RunEvents] };

/** The events of a run, until it ends or `signal` is aborted. */
export async function run(
  app: TestApp,
  token: string,
  body: RunBody,
  { signal, workspace }: { signal?: AbortSignal; workspace?: number } = {},
) {
  const response = await fetch(`${app.base}/api/assistant/runs/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(workspace && { 'x-workspace': String(workspace) }),
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const events: Event[] = [];
  const messages = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of messages as unknown as AsyncIterable<EventSourceMessage>)
    events.push({ event: event as keyof RunEvents, data: JSON.parse(data) });
  const named = <Name extends keyof RunEvents>(name: Name) =>
    events.filter(({ event }) => event === name).map(({ data }) => data as RunEvents[Name]);
  return {
    events,
    named,
    text: named('delta')
      .map(({ text }) => text)
      .join(''),
    done: named('done')[0],
    error: named('error')[0],
  };
}

/** The result of a run that succeeds, of the given kind. */
export async function resultOf<Kind extends RunResult['kind']>(
  kind: Kind,
  running: ReturnType<typeof run>,
): Promise<Extract<RunResult, { kind: Kind }>> {
  const { done, error } = await running;
  expect(error).toBeUndefined();
  expect(done?.result.kind).toBe(kind);
  return done?.result as Extract<RunResult, { kind: Kind }>;
}

/** A strict server with this profile, chosen by the owner of a new workspace, who knows of it. */
export async function assisted(
  app: TestApp,
  profile: ProfileName,
  given?: AssistantServer,
  other: { context?: number } = {},
) {
  const server = given ?? (await startAssistantServer({ profile }));
  const owner = await writer(app);
  const { models, context }: Profile = PROFILES[profile];
  const { body, status } = await app.put(
    '/api/settings/assistant/',
    {
      url: server.url,
      key: server.options.key,
      model: models?.[0] ?? 'claude-test',
      vision_model: models?.[0] ?? 'claude-test',
      context,
      ...other,
    },
    owner.token,
  );
  expect(status).toBe(200);
  const id = body.server?.id ?? '';
  await app.post('/api/assistant/acknowledge/', { server: id }, owner.token);
  return {
    ...owner,
    server,
    id,
    run: (question: RunBody, options?: { signal?: AbortSignal }) =>
      run(app, owner.token, question, options),
    /** A member with a role, who has acknowledged it, too. */
    member: async (role: Role) => {
      const member = await colleague(app, owner.folder, role);
      await member.call('/api/assistant/acknowledge/', 'POST', { server: id });
      return {
        ...member,
        run: (question: RunBody) =>
          run(app, member.token, question, { workspace: member.workspace }),
      };
    },
  };
}
