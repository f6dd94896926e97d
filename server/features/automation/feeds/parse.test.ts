import { describe, expect, test } from 'vitest';
import { parse } from './parse.ts';
import { parseApart } from './parse-apart.ts';

const BASE = 'https://harbour.example/blog/feed';

const rss = (items: string, head = '<ttl>90</ttl>') => `<?xml version="1.0"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Harbour &amp;amp; Roasters</title><link>https://harbour.example/</link><description>d</description>${head}${items}</channel></rss>`;

const entry = async (items: string) => {
  const feed = await parse(rss(items), BASE);
  expect(feed?.entries).toHaveLength(1);
  return feed?.entries[0];
};

describe('the four formats', () => {
  test('RSS 2.0', async () => {
    const feed = await parse(
      rss(`<item><guid isPermaLink="false">post-7</guid><title>Caf&amp;eacute; &lt;b&gt;news&lt;/b&gt;</title>
        <link>/blog/7</link><pubDate>Tue, 10 Nov 2026 04:00:00 +0100</pubDate><dc:creator>Ida</dc:creator>
        <description><![CDATA[<p>Short</p>]]></description>
        <content:encoded><![CDATA[<p>Long <b>text</b>.</p><p>Second</p><script>alert(1)</script>]]></content:encoded>
        <enclosure url="https://harbour.example/7.jpg" type="image/jpeg" length="5"/></item>`),
      BASE,
    );
    expect(feed).toEqual({
      format: 'rss',
      title: 'Harbour & Roasters',
      site: 'https://harbour.example/',
      ttl: 90,
      entries: [
        {
          id: 'post-7',
          link: 'https://harbour.example/blog/7',
          title: 'Café news',
          text: 'Long text. Second',
          author: 'Ida',
          picture: 'https://harbour.example/7.jpg',
          publishedAt: '2026-11-10T03:00:00.000Z',
        },
      ],
    });
  });

  test('RSS 1.0', async () => {
    const feed = await parse(
      `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
       <channel rdf:about="https://harbour.example/"><title>Harbour</title><link>https://harbour.example/</link><sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency></channel>
       <item rdf:about="https://harbour.example/1"><title>One</title><link>https://harbour.example/1</link><dc:date>2026-11-01T08:00:00Z</dc:date></item></rdf:RDF>`,
      BASE,
    );
    expect(feed).toMatchObject({
      format: 'rdf',
      ttl: 720,
      entries: [
        {
          id: 'https://harbour.example/1',
          link: 'https://harbour.example/1',
          title: 'One',
          publishedAt: '2026-11-01T08:00:00.000Z',
        },
      ],
    });
  });

  test('Atom', async () => {
    const feed = await parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">Harbour</title><link rel="self" href="https://harbour.example/atom"/><link href="/"/>
       <entry><id>tag:harbour.example,2026:1</id><title>One</title><link rel="edit" href="https://harbour.example/edit"/><link href="one"/><link rel="enclosure" type="image/png" href="/one.png"/>
       <published>2026-11-01T08:00:00Z</published><updated>2026-11-02T08:00:00Z</updated><author><name>Ida</name></author><content type="html">&lt;p&gt;Hi&lt;/p&gt;</content></entry></feed>`,
      BASE,
    );
    expect(feed).toMatchObject({
      format: 'atom',
      site: 'https://harbour.example/',
      entries: [
        {
          id: 'tag:harbour.example,2026:1',
          link: 'https://harbour.example/blog/one',
          text: 'Hi',
          author: 'Ida',
          picture: 'https://harbour.example/one.png',
          publishedAt: '2026-11-01T08:00:00.000Z',
        },
      ],
    });
  });

  test('JSON Feed, whose titles are plain texts', async () => {
    const items = [
      {
        id: 5,
        url: 'https://harbour.example/5',
        title: 'a < b & c',
        content_text: 'x < y',
        image: '/5.jpg',
      },
    ];
    const feed = await parse(
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Harbour', items }),
      BASE,
    );
    expect(feed).toMatchObject({
      format: 'json',
      entries: [
        {
          id: '5',
          title: 'a < b & c',
          text: 'x < y',
          picture: 'https://harbour.example/5.jpg',
          publishedAt: null,
        },
      ],
    });
  });
});

describe('what entries lack, or get wrong', () => {
  test('an address is the id, where that is one', async () => {
    expect(
      await entry('<item><title>t</title><guid>https://harbour.example/3</guid></item>'),
    ).toMatchObject({
      link: 'https://harbour.example/3',
    });
    expect(
      await entry(
        '<item><title>t</title><guid isPermaLink="false">https://harbour.example/3</guid></item>',
      ),
    ).toMatchObject({ link: null });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    `https://harbour.example/${'x'.repeat(3000)}`,
  ])('a link to %.30s is none', async (link) => {
    expect(await entry(`<item><title>t</title><link>${link}</link></item>`)).toMatchObject({
      link: null,
    });
  });

  test.each(['yesterday', '0000-00-00', '99999-01-01', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'a date of %s is none',
    async (date) => {
      expect(await entry(`<item><title>t</title><pubDate>${date}</pubDate></item>`)).toMatchObject({
        publishedAt: null,
      });
    },
  );

  test('pictures come from the enclosure, the media, the thumbnail, and the text', async () => {
    const text = '<description>&lt;img src="/text.jpg"&gt;</description>';
    const thumbnail = '<media:thumbnail url="/thumbnail.jpg"/>';
    const media = '<media:content url="/media.jpg" medium="image"/>';
    const pixel = '<description>&lt;img width="1" src="/pixel.gif"&gt;</description>';
    for (const [items, picture] of [
      [text, '/text.jpg'],
      [thumbnail + text, '/thumbnail.jpg'],
      [media + thumbnail, '/media.jpg'],
      [`<enclosure url="/sound.mp3" type="audio/mpeg" length="1"/>${text}`, '/text.jpg'],
      [pixel, null],
    ] as const)
      expect(await entry(`<item><title>t</title>${items}</item>`)).toMatchObject({
        picture: picture && `https://harbour.example${picture}`,
      });
  });

  test('texts are shortened at a word, and can be stored', async () => {
    const read = await entry(
      `<item><title>${'word '.repeat(200)}</title><description>a&#x202e;b\u0000${'𝒳'.repeat(800)}</description></item>`,
    );
    expect(read?.title).toMatch(/^(word )+word…$/);
    expect(read?.title?.length).toBeLessThanOrEqual(300);
    expect(read?.text?.isWellFormed()).toBe(true);
    expect(read?.text).not.toMatch(/[\u202e\0]/);
  });

  test('what says nothing is left out', async () => {
    const feed = await parse(
      rss('<item><guid isPermaLink="false">1</guid></item><item><title>t</title></item>'),
      BASE,
    );
    expect(feed?.entries).toHaveLength(1);
  });
});

test.each([
  ['a page', '<!doctype html><html><body><p>Hi'],
  ['nothing', ''],
  ['JSON that is no feed', '{"items": 5}'],
  ['half a feed', '<rss version="2.0"><channel><title>t'],
  ['elements without end', `<rss version="2.0"><channel>${'<a>'.repeat(300_000)}`],
])('%s is no feed', async (_, text) => {
  expect(await parseApart(text, BASE)).toBeUndefined();
});

test('entities are not expanded', async () => {
  const laughs = `<!DOCTYPE l [<!ENTITY a "haha">${'bcdefghij'
    .split('')
    .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
    .join('')}]>`;
  const feed = await parseApart(laughs + rss('<item><title>&j;</title></item>').slice(21), BASE);
  expect(JSON.stringify(feed ?? {}).length).toBeLessThan(1000);
});

test('ten thousand entries are read, and no more', async () => {
  const items = Array.from(
    { length: 10_500 },
    (_, n) => `<item><title>Entry ${n}</title></item>`,
  ).join('');
  expect((await parseApart(rss(items), BASE))?.entries).toHaveLength(10_000);
});
