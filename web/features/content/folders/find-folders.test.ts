import { expect, test } from 'vitest';
import { findFolders } from './find-folders.ts';

const folders = ['Northwind Coffee', 'Harbour Yoga', 'Winter', 'Café Zoë'].map((name) => ({
  name,
}));
const found = (text: string) => findFolders(folders, text).map(({ name }) => name);

test('folders are found by the beginnings of their words, in any order', () => {
  expect(found('coffee north')).toEqual(['Northwind Coffee']);
  expect(found('w')).toEqual(['Winter']);
});
test('misspelt names are found, after those that are not', () => {
  expect(found('norhtwind')).toEqual(['Northwind Coffee']);
  expect(found('harbor yoga')).toEqual(['Harbour Yoga']);
  expect(found('wintre')).toEqual(['Winter']);
});
test('accents and case do not matter', () => {
  expect(found('CAFE zoe')).toEqual(['Café Zoë']);
});
test('another word finds nothing', () => {
  expect(found('yoga winter')).toEqual([]);
  expect(found('')).toEqual([]);
  expect(found('…')).toEqual([]);
});
