import { expect, test } from 'vitest';
import { isSameRedirect, kindOf, returnOf, withAnswer } from './redirects.ts';

test.each([
  ['https://app.example/callback', 'host'],
  ['https://app.example/callback?a=1', 'host'],
  ['https://app.example:8443/', 'host'],
  ['http://127.0.0.1/callback', 'computer'],
  ['http://127.0.0.1:33418/', 'computer'],
  ['http://[::1]:1/x', 'computer'],
  ['http://localhost:65535', 'computer'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'program'],
  ['com.example.app:/oauth', 'program'],
] as const)('people may be returned to %s', (uri, kind) => {
  expect(kindOf(uri)).toBe(kind);
});

test.each([
  '',
  '/callback',
  '//app.example',
  'https://',
  'https:app.example',
  'https:///app.example',
  'http://app.example/callback',
  'http://127.0.0.1.example/callback',
  'http://127.0.0.1@app.example/',
  'http://127.0.0.1:99999/',
  'http://127.0.0.1:80:90/',
  'http://localhost.example/',
  'http://localhost\\@app.example/',
  'http://10.0.0.1/',
  'HTTP://localhost/',
  'https://app.example/#fragment',
  'https://app.example/#',
  'https://me:word@app.example/',
  'https://me@app.example/',
  'https://app.example\\@elsewhere.example/',
  'https://app.example/a b',
  'https://app.example/\n',
  'https://äpp.example/',
  'javascript:alert(1)',
  'javascript://app.example/%0aalert(1)',
  'JavaScript://app.example/',
  'data:text/html,x',
  'data://text/html,x',
  'vbscript://x',
  'file:///etc/passwd',
  'blob:https://app.example/1',
  'view-source://app.example',
  'afp://elsewhere.example/share',
  'nfs://elsewhere.example/share',
  'sftp://elsewhere.example/x',
  'vnc://elsewhere.example',
  'itms-services://?action=download-manifest&url=https://elsewhere.example/x.plist',
  'applescript://com.apple.scripteditor?action=new',
  'x-man-page://x',
  'facetime://0900123',
  'sip://0900123',
  'microsoft-edge://elsewhere.example',
  'market://details',
  'mhtml://x',
  'web+x://elsewhere.example',
  'webcal://elsewhere.example',
  'ms-msdt://id',
  'search-ms://query',
  'intent://scan/#Intent',
  'mailto:me@app.example',
  'app:callback',
  'cursor://',
  'cursor:///x',
  `https://app.example/${'x'.repeat(500)}`,
])('and not to %s', (uri) => {
  expect(kindOf(uri)).toBeUndefined();
});

test('an address is the same to the letter, and on this computer at any port', () => {
  const is = isSameRedirect;
  expect(is('https://app.example/cb', 'https://app.example/cb')).toBe(true);
  for (const other of ['/cb/', '/CB', '/cb?', '/cb?x=1', '/x/../cb', ':443/cb', '.'])
    expect(is('https://app.example/cb', `https://app.example${other}`)).toBe(false);
  expect(is('http://127.0.0.1/cb', 'http://127.0.0.1:4000/cb')).toBe(true);
  expect(is('http://127.0.0.1:1/cb', 'http://127.0.0.1:4000/cb')).toBe(true);
  expect(is('http://127.0.0.1/cb', 'http://127.0.0.1:4000/cb/')).toBe(false);
  expect(is('http://127.0.0.1/cb', 'http://localhost:4000/cb')).toBe(false);
  expect(is('https://localhost/cb', 'https://localhost:4000/cb')).toBe(false);
});

test('an answer is added to the query that is there', () => {
  expect(withAnswer('https://app.example/cb?a=1', { code: 'x', state: 'a b&c' })).toBe(
    'https://app.example/cb?a=1&code=x&state=a+b%26c',
  );
  expect(withAnswer('cursor://x/cb', { error: 'access_denied', state: undefined })).toBe(
    'cursor://x/cb?error=access_denied',
  );
  expect(returnOf('http://[::1]:4000/x')).toEqual({ kind: 'computer', name: '4000' });
  expect(returnOf('https://app.example:8443/x').name).toBe('app.example:8443');
});
