// The strict server by itself, for demonstrations and for looking at pages.
// usage: node server/testing/assistant/run.ts [port] [profile]
// While it runs: curl -d '{"profile":"ollama","fault":"stall","times":1}' localhost:4010/control
import { PROFILE_NAMES, type ProfileName } from './profiles.ts';
import { startAssistantServer } from './server.ts';

const [port = '4010', profile = 'ollama'] = process.argv.slice(2);
if (!(PROFILE_NAMES as string[]).includes(profile))
  throw new Error(`Expected one of ${PROFILE_NAMES.join(', ')}, not '${profile}'.`);
const server = await startAssistantServer(
  { profile: profile as ProfileName, paceMs: 25 },
  Number(port),
);
console.log(`AI_URL=${server.url} AI_KEY=${server.options.key}`);
