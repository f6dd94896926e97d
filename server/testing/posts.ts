/** Realistic posts in eleven languages, for searches; the same ones every time. */

export type Post = { content: string; description: string | null; tags: string[] };

type Phrases = { openings: string[]; middles: string[]; ends: string[]; topics: string[] };

/**
 * `*` stands for one of the topics.
 */
const LANGUAGES: Record<string, Phrases> = {
  en: {
    openings: [
      'We have news about *.',
      'Three things we learned from *:',
      'A quiet week, except for *.',
      'Ask us anything about *!',
      'Thread: how * changed the way we work.',
    ],
    middles: [
      'Our team spent the spring on it',
      'The launch went better than planned',
      'Nobody expected the response',
      'There is a checklist for everything except this',
      'Customers on every Monday call asked for it',
    ],
    ends: [
      'Read more on the blog.',
      'Tell us what you think.',
      'Doors open at nine.',
      'Link in bio.',
      'More tomorrow, with pictures.',
    ],
    topics: [
      'the newsletter',
      'product design',
      'remote work',
      'the summer sale',
      'customer stories',
      'open source',
      'coffee',
      'pricing',
      'a podcast',
      'the webinar',
      'hiring',
      'the new office',
    ],
  },
  de: {
    openings: [
      'Neuigkeiten zu *.',
      'Was wir über * gelernt haben:',
      'Fragt uns alles über *!',
      'Eine ruhige Woche, bis auf *.',
    ],
    middles: [
      'Das Team hat den ganzen Frühling daran gearbeitet',
      'Die Rückmeldungen sind überwältigend',
      'Für Größen ab Mai gibt es eine Liste',
    ],
    ends: ['Mehr dazu im Blog.', 'Schreibt uns eure Meinung.', 'Einlass ist um neun.'],
    topics: [
      'den Rundbrief',
      'die Messe in Köln',
      'unsere Bäckerei',
      'den Sommerschlussverkauf',
      'Fahrräder',
      'die neuen Büros',
    ],
  },
  fr: {
    openings: [
      'Des nouvelles de *.',
      'Ce que * nous a appris :',
      'Posez-nous vos questions sur * !',
    ],
    middles: [
      'L’équipe y a passé le printemps',
      'Les réponses ont dépassé nos espérances',
      'On nous l’a demandé chaque été',
    ],
    ends: ['À lire sur le blog.', 'Dites-nous ce que vous en pensez.', 'Ouverture à neuf heures.'],
    topics: [
      'la boulangerie',
      'notre atelier à Orléans',
      'l’équipe créative',
      'la fête du quartier',
      'nos vélos',
    ],
  },
  es: {
    openings: ['Novedades sobre *.', 'Lo que aprendimos de *:', '¡Pregúntanos sobre *!'],
    middles: [
      'El equipo trabajó toda la primavera',
      'Nadie esperaba tantas respuestas',
      'Lo pedían cada mañana',
    ],
    ends: ['Más en el blog.', 'Cuéntanos qué te parece.', 'Abrimos a las nueve.'],
    topics: [
      'el diseño',
      'la tienda de Málaga',
      'el año nuevo',
      'nuestras bicicletas',
      'la campaña',
    ],
  },
  pl: {
    openings: ['Nowości: *.', 'Czego nauczył nas temat: *?', 'Pytajcie o *!'],
    middles: ['Zespół pracował nad tym całą wiosnę', 'Odpowiedzi przerosły oczekiwania'],
    ends: ['Więcej na blogu.', 'Dajcie znać, co myślicie.'],
    topics: ['sklep w Łodzi', 'rowery', 'żółta kolekcja', 'wyprzedaż'],
  },
  ru: {
    openings: ['Новости: *.', 'Чему нас научили *:', 'Спрашивайте про *!'],
    middles: ['Команда работала всю весну', 'Ответов пришло больше, чем мы ждали'],
    ends: ['Подробности в блоге.', 'Напишите, что думаете.'],
    topics: ['рассылка', 'летняя распродажа', 'новый офис', 'велосипеды'],
  },
  el: {
    openings: ['Νέα για *.', 'Τι μάθαμε από *:'],
    middles: ['Η ομάδα δούλεψε όλη την άνοιξη', 'Κανείς δεν περίμενε τόσες απαντήσεις'],
    ends: ['Περισσότερα στο ιστολόγιο.', 'Πείτε μας τη γνώμη σας.'],
    topics: ['το εργαστήριο', 'τα ποδήλατα', 'τον καφέ'],
  },
  ja: {
    openings: ['*についてお知らせです。', '*から学んだこと。', '*の話をしましょう。'],
    middles: [
      '春のあいだチームで取り組みました。',
      '想像以上の反響をいただきました。',
      '月曜日の会議で決まりました。',
    ],
    ends: ['詳しくはブログで。', 'ご感想をお聞かせください。', '明日も写真をお届けします。'],
    topics: ['新しいカレンダー', '夏のセール', 'お客様の声', '東京のオフィス', '自転車'],
  },
  zh: {
    openings: ['关于*的消息。', '我们从*学到的三件事：', '欢迎提问：*！'],
    middles: ['团队为此忙了一个春天。', '反响超出了我们的预期。', '每个星期一都有客户问起。'],
    ends: ['更多内容请看博客。', '告诉我们你的想法。'],
    topics: ['新产品', '夏季促销', '客户故事', '上海办公室'],
  },
  ko: {
    openings: ['* 소식입니다.', '*에서 배운 세 가지.'],
    middles: ['팀이 봄 내내 준비했습니다.', '반응이 기대보다 컸습니다.'],
    ends: ['자세한 내용은 블로그에서.', '의견을 들려주세요.'],
    topics: ['새 달력', '여름 할인', '서울 사무실'],
  },
  th: {
    openings: ['ข่าวเรื่อง*', 'สิ่งที่เราเรียนรู้จาก*'],
    middles: ['ทีมงานใช้เวลาทั้งฤดูใบไม้ผลิ', 'ผลตอบรับดีเกินคาด'],
    ends: ['อ่านต่อในบล็อก', 'บอกเราว่าคุณคิดอย่างไร'],
    topics: ['ร้านใหม่', 'จักรยาน', 'ปฏิทิน'],
  },
};

const TAGS = [
  'launch',
  'team',
  'news',
  'spring',
  'blog',
  'été',
  'Köln',
  '夏',
  'product',
  'stories',
];

/** A small random number generator (mulberry32), deterministic by its seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** So many posts, half of them in English. */
export function* writePosts(count: number): Generator<Post> {
  const below = numbers(2026);
  const oneOf = <One>(list: readonly One[]) => list[below(list.length)] as One;
  const others = Object.keys(LANGUAGES);
  for (let n = 0; n < count; n++) {
    const { openings, middles, ends, topics } = LANGUAGES[n % 2 ? 'en' : oneOf(others)] as Phrases;
    const say = (text: string) => text.replace('*', () => oneOf(topics));
    const body = Array.from({ length: 1 + below(3) }, () => oneOf(middles)).join('. ');
    yield {
      content: `${say(oneOf(openings))}\n${body}. ${say(oneOf(openings))} ${oneOf(ends)} No. ${n}`,
      description: n % 10 === 0 ? say(oneOf(openings)) : null,
      tags: Array.from({ length: below(3) }, () => oneOf(TAGS)),
    };
  }
}

/** Posts with unique words, the expected results of searches. */
export const NEEDLES: Post[] = [
  ['Launch checklist', 'Everything that has to be done before the doors open.'],
  ['Otters at the river', 'Our office otters 🦦 are closed on Monday and back on Tuesday.'],
  ['Anniversary', 'Ten years, and you will all receive a card from us.'],
  ['Sustainability report', 'What we saved, what we planted, and what is next.'],
  ['Résumé tips', 'Say what you did, not what you were.'],
  ['Straßenfest', 'Am Samstag wird gegrillt, und die Größe der Würste zählt.'],
  ['Über uns', 'Wer wir sind, und warum wir so früh aufstehen.'],
  ['Crème brûlée', 'La recette de Zoë, enfin publiée.'],
  ['Żubr i wiosna', 'Gęślą jaźń: święto w Białowieży.'],
  ['Ёлка на площади', 'Зажигаем огни в субботу.'],
  ['Αθήνα', 'Ραντεβού στην Ακρόπολη, την Κυριακή.'],
  ['新製品の発売日が決まりました', '十月十日、全国の店頭に並びます。'],
  ['春节快乐', '祝大家龙年大吉，万事如意。'],
  ['신입 개발자 채용', '백엔드와 프런트엔드 모두 환영합니다.'],
  ['กาแฟเย็น', 'ร้านเปิดใหม่ริมแม่น้ำเจ้าพระยา'],
  ['رمضان كريم', 'نتمنى لكم شهرًا مباركًا'],
  ['דרושים', 'אנחנו מחפשים מעצבת מנוסה'],
  ['हिन्दी दिवस', 'कविता और कहानियों की शाम'],
  ['Behind the scenes', 'How the film was created.', 'makingof'],
  ['Version 2.7.1', 'Fixes for node.js users, and C++ bindings.'],
  ['Kubernetes for bakers', 'Why we left it again.'],
].map(([description = '', content = '', ...tags]) => ({ description, content, tags }));

/** A query, and the title of the expected first result. */
export const QUERIES: [query: string, first: string, why: string][] = [
  [
    'launch checklist',
    'Launch checklist',
    'both words in the title, before thousands of texts that have them apart',
  ],
  ['checklist launch', 'Launch checklist', 'whatever their order'],
  ['LAUNCH Checklist!', 'Launch checklist', 'whatever their case, and without the signs'],
  ['launch check', 'Launch checklist', 'the last word is only begun'],
  ['"closed on Monday"', 'Otters at the river', 'a phrase'],
  ['monday -call -meeting otters', 'Otters at the river', 'words that must not be there'],
  ['unfindable or otters', 'Otters at the river', 'one or the other'],
  ['🦦', 'Otters at the river', 'a sign that is no word'],
  ['anniversery', 'Anniversary', 'misspelt: another letter'],
  ['recieve card', 'Anniversary', 'misspelt: letters in the wrong order'],
  ['sustanability', 'Sustainability report', 'misspelt: a letter is missing'],
  ['kubernettes', 'Kubernetes for bakers', 'misspelt: a letter too many'],
  ['sustainab', 'Sustainability report', 'only begun'],
  ['resume', 'Résumé tips', 'without accents'],
  ['strassenfest', 'Straßenfest', 'ss for ß'],
  ['GRÖSSE würste', 'Straßenfest', 'SS for ß in capitals'],
  ['uber uns', 'Über uns', 'without the dots'],
  ['creme brulee', 'Crème brûlée', 'without accents'],
  ['zoe', 'Crème brûlée', 'without accents, in the text'],
  ['zubr', 'Żubr i wiosna', 'without the dot'],
  ['елка', 'Ёлка на площади', 'е for ё'],
  ['αθηνα', 'Αθήνα', 'without the accent'],
  ['ΑΚΡΟΠΟΛΗ', 'Αθήνα', 'in capitals, without the accent'],
  ['発売', '新製品の発売日が決まりました', 'a part of a text without spaces'],
  ['発売日', '新製品の発売日が決まりました', 'three characters of it'],
  ['製品 店頭', '新製品の発売日が決まりました', 'two parts of it'],
  ['春节', '春节快乐', 'a part of a title'],
  ['龙', '春节快乐', 'a single character'],
  ['개발자', '신입 개발자 채용', 'a word'],
  ['กาแฟ', 'กาแฟเย็น', 'a part of a text without spaces'],
  ['เจ้าพระยา', 'กาแฟเย็น', 'with its tone marks'],
  ['مباركا', 'رمضان كريم', 'without vowel points'],
  ['מחפשים', 'דרושים', 'a word, from right to left'],
  ['कविता', 'हिन्दी दिवस', 'a word'],
  ['makingof', 'Behind the scenes', 'a tag'],
  ['#makingof', 'Behind the scenes', 'a tag as it is written'],
  ['2.7.1', 'Version 2.7.1', 'numbers with points'],
  ['node.js', 'Version 2.7.1', 'a name with a point'],
  ['C++', 'Version 2.7.1', 'a name with signs'],
];

/** Counts posts that were written without triggers, as migration 0029 does. */
export const COUNT_POSTS = `insert into post_counts
  select workspace_id, folder_id, status, is_thread, count(*), sum(size) from posts
  where deleted_at is null and size > 0 group by 1, 2, 3, 4`;
