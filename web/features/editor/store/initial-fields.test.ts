import { describe, expect, test } from 'vitest';
import { folderOf, itemOf, threadOf } from '#web/testing/samples.ts';
import { DRAFTS_FOLDER } from './editor-fields.ts';
import { askedFields, fieldsOf, newFields } from './initial-fields.ts';

const FOLDERS = [folderOf({ id: 2, name: 'Second' }), folderOf({ id: 1, name: 'First' })];
const query = (text: string) => new URLSearchParams(text);

describe('a new text', () => {
  test.each([
    ['', { kind: 'single', folder: 1 }],
    ['folder=2', { kind: 'single', folder: 2 }],
    ['folder=2&mode=thread', { kind: 'thread', folder: 2 }],
    ['folder=9', { kind: 'single', folder: 1 }],
    ['folder=2x', { kind: 'single', folder: 1 }],
  ])('at the address "%s" has the folder and type that it names, else the first', (text, fields) =>
    expect(newFields(FOLDERS, query(text))).toMatchObject(fields),
  );
  test('has one that is created with it where there is none', () =>
    expect(newFields([], query('folder=1')).folder).toBe(DRAFTS_FOLDER));
});

describe('an unsaved text', () => {
  test.each([
    ['keeps its folder and type', '', true, 2, {}],
    ['gets what a link asks for', 'folder=1&mode=thread', true, 2, { folder: 1, kind: 'thread' }],
    ['keeps what it has after a reload', 'folder=1&mode=thread', false, 2, {}],
    ['gets a folder where its own is gone', '', false, 9, { folder: 1 }],
  ])('%s', (_, text, arrived, kept, asked) =>
    expect(askedFields(FOLDERS, query(text), arrived, kept)).toEqual(asked),
  );
});

test('a saved text has the fields of its root, and the parts of the thread', () => {
  expect(fieldsOf([itemOf({ id: 1, tags: ['spring'] })])).toMatchObject({
    kind: 'single',
    description: '',
    tags: ['spring'],
    parts: [{ key: '1', id: 1 }],
  });
  expect(fieldsOf(threadOf([5, 6]))).toMatchObject({
    kind: 'thread',
    parts: [{ id: 5 }, { id: 6 }],
  });
});
