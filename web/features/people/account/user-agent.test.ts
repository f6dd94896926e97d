import { describe, expect, test } from 'vitest';
import { describeUserAgent } from './user-agent.ts';

describe('a device is called', () => {
  const CHROME =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
  test.each([
    [CHROME, 'Chrome on Linux'],
    [`${CHROME} Edg/130.0`, 'Edge on Linux'],
    [`${CHROME} OPR/115.0`, 'Opera on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['x'.repeat(70), 'x'.repeat(60)],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s: %s', (agent, name) => expect(describeUserAgent(agent)).toBe(name));
});
