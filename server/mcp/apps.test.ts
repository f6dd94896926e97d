import { expect, test } from 'vitest';
import { agent, GENERATIONS } from '../testing/agents.ts';
import { useApp, writer } from '../testing/app.ts';
import { ORIGIN, oauthOn } from '../testing/oauth.ts';

const app = useApp({ PUBLIC_URL: ORIGIN });
const client = oauthOn(app);

test.each(GENERATIONS)('an app that was let in is an agent: a client of %s', async (generation) => {
  const me = await writer(app);
  const { tokens } = await client.connect(me, {}, { resource: `${ORIGIN}/mcp` });
  const { call, names } = await agent(app, tokens.access_token, generation);
  expect(await names()).toContain('propose_publication');
  expect(await names()).not.toContain('schedule_publication');
  const { data, isError } = await call('create_draft', { folder_id: me.folder, text: 'By an app' });
  expect([isError, data.post.excerpt]).toEqual([false, 'By an app']);
  expect((await call('search_posts', {})).data.count).toBe(1);
});

test('a token for the API is not for agents', async () => {
  const me = await writer(app);
  const { tokens } = await client.connect(me, {}, { resource: `${ORIGIN}/api` });
  await expect(agent(app, tokens.access_token, 'before')).rejects.toThrow(/for .*\/api only/);
});
