import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { fold, tokenize } from './words.ts';

const app = useApp();

/** The words of a document, from the tokens of a folded text. */
const wordsOf = (text: string) =>
  [...tokenize(fold(text))].flatMap(({ text, unsegmented }) => {
    if (!unsegmented) return [text];
    const characters = [...text];
    const pairs = characters.slice(1).map((character, n) => `${characters[n]}${character}`);
    return [characters[0], ...pairs, characters.at(-1)];
  });

/** So many texts are sent at a time: a statement has a timeout. */
const BATCH = 20_000;

/** The words that the database extracts from each text, in order. */
async function documentsOf(texts: string[]): Promise<string[]> {
  const documents: string[] = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    const { rows } = await app.database.query(
      `select (select string_agg(substr(lexeme, 3), ' ' order by place)
         from unnest(to_tsvector('simple', search_words(7, text))) word, unnest(word.positions) place) as words
       from unnest($1::text[]) with ordinality given(text, n) order by n`,
      [texts.slice(from, from + BATCH)],
    );
    documents.push(...rows.map(({ words }) => words));
  }
  return documents;
}

const SCRIPTS = [
  'Ärger Straße smørrebrød Łódź đường İstanbul ﬁnal ＡＢＣ １２ x² ½ 1e5 007 3d e-mail don’t C++ #tag @name a_b',
  'ΟΔΟΣ Ελλάδος ἄνθρωπος Ёлка Київ Հայերեն שָׁלוֹם بِسْمِ مـرحبا ٢٠٢٦ ქართული አማርኛ',
  'हिन्दी में क़लम বাংলা ਪੰਜਾਬੀ ગુજરાતી ଓଡ଼ିଆ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල २०२६',
  '東京都に住む。ｶﾀｶﾅ カタカナ・ライト が ガ 한국어 텍스트 ภาษาไทยน้ำ ພາສາລາວ မြန်မာစာ ភាសាខ្មែរ 々〆 ㍿ 𠮷野家',
  'Launch 🚀🎉 day ❤️ “quoted” – dash… 50% $5 iPhone15を東京で2026年に',
];

test('the database and the server extract the same words from every character', async () => {
  // Without the scripts of plane 1, which are historic or newer than some versions of PostgreSQL.
  const characters = Array.from({ length: 0x30000 }, (_, code) => code)
    .filter((code) => code > 0 && code >> 16 !== 1)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/\p{Cn}|\p{Cs}|\p{Co}/u.test(character));
  const texts = [...SCRIPTS, ...characters.map((character) => `a${character}b ${character}`)];
  const documents = await documentsOf(texts);
  const different = texts.filter(
    (text, n) => documents[n] !== wordsOf(text).join(' ') && documents[n] !== 'a b',
  );
  // An older ICU does not know the letters of recent versions of Unicode: 'a b'. It knows those of
  // the scripts above.
  expect(different.map((text) => `${text.codePointAt(1)?.toString(16)} ${text}`)).toEqual([]);
});

test('and of all that can stand together', async () => {
  const characters = [
    ...new Set(`${SCRIPTS.join('')}abcdefgABCDEFG0123456789 .,-_+eE'"\\:&|!()<>*%`),
  ];
  let seed = 1;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return characters[seed % characters.length];
  };
  const texts = Array.from({ length: 20_000 }, (_, n) =>
    Array.from({ length: 1 + (n % 30) }, next).join(''),
  );
  const documents = await documentsOf(texts);
  const created = texts.map((text) => wordsOf(text).join(' '));
  expect(documents.map((words) => words ?? '')).toEqual(created);
});
