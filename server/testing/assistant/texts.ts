/** What the strict server answers: the same text for the same question, by the task that it names. */

export type Asked = {
  task: string;
  instruction: string;
  /** What is between the marks of a quotation, in order. */
  quoted: string[];
  limit: number | null;
  /** It is asked a second time. */
  isAgain: boolean;
  parts: number;
};

/** Reads a question as the prompts of the assistant word it. */
export function readQuestion(messages: { role: string; content: unknown }[]): Asked {
  const texts = messages.map(({ content }) =>
    typeof content === 'string'
      ? content
      : (content as { type: string; text?: string }[]).map(({ text = '' }) => text).join('\n'),
  );
  const first = texts[messages.findIndex(({ role }) => role === 'user')] ?? '';
  const quoted = [
    ...first.matchAll(/<(text|part|source|instruction)-(\w+)[^>]*>\n([\s\S]*?)\n<\/\1-\2>/g),
  ];
  const of = (name: string) =>
    quoted.filter(([, kind]) => kind === name).map(([, , , text = '']) => text);
  const goesOn = texts.at(-1)?.startsWith('Go on exactly');
  return {
    task: goesOn ? 'go_on' : (/^Task: (\w+)/m.exec(first)?.[1] ?? ''),
    instruction: of('instruction')[0] ?? '',
    quoted: quoted.filter(([, kind]) => kind !== 'instruction').map(([, , , text = '']) => text),
    limit: Number(/at most (\d+) characters/.exec(first)?.[1] ?? 0) || null,
    isAgain: messages.some(({ role }) => role === 'assistant'),
    parts: of('part').length,
  };
}

const sentencesOf = (text: string) =>
  text
    .match(/[^.!?\n]+[.!?]*/g)
    ?.map((s) => s.trim())
    .filter(Boolean) ?? [];

const FIXES: [RegExp, string][] = [
  [/\bteh\b/g, 'the'],
  [/\brecieve/g, 'receive'],
  [/\bdefinately\b/g, 'definitely'],
  [/ {2,}/g, ' '],
];
const POLISH: [RegExp, string][] = [
  ...FIXES,
  [/\b(very|really|just|actually|truly) /gi, ''],
  [/\b(We are|We're) (thrilled|excited|proud) to announce( that)?/gi, 'News:'],
  [/\bin order to\b/gi, 'to'],
  [/\butili[sz]e/gi, 'use'],
];
const apply = (text: string, fixes: [RegExp, string][]) =>
  fixes.reduce((result, [pattern, other]) => result.replaceAll(pattern, other), text);

/** As many whole words as fit. */
export function cutTo(text: string, limit: number): string {
  if ([...text].length <= limit) return text;
  let short = '';
  for (const word of text.split(/\s+/)) {
    if ([...short].length + [...word].length + 2 > limit) break;
    short += `${short && ' '}${word}`;
  }
  return `${short.replace(/[,;:.]+$/, '')}.`;
}

function rewritten({ task, quoted: [text = ''], instruction, limit, isAgain }: Asked): string {
  switch (task) {
    case 'improve': {
      const better = apply(text, POLISH);
      return better === text && !text.includes('Right as it is')
        ? `${text.trimEnd()} Come and see.`
        : better;
    }
    case 'spelling':
      return apply(text, FIXES);
    case 'shorten':
      if (text.includes('Stubborn')) return text;
      return text.includes('Wordy') && !isAgain ? text : cutTo(text, (limit ?? text.length) - 4);
    case 'lengthen':
      return `${text} There is more to say: how it began, who was there, and what comes next.`;
    case 'friendlier':
      return `Hello you! ${text}`;
    case 'formal':
      return text.replaceAll(/!+/g, '.').replaceAll("we're", 'we are');
    case 'plainer':
      return apply(text, POLISH).split(/[;:]/).join('.');
    case 'bolder':
      return text.replaceAll(/\.(\s|$)/g, '!$1');
    case 'translate':
      return `Auf Deutsch: ${text}`;
    case 'join':
      return text;
    case 'title':
      return text
        .split(/\s+/)
        .slice(0, 6)
        .join(' ')
        .replace(/[.,;:!?]+$/, '');
    case 'go_on':
      return ' and so it went on to its end.';
    default:
      return `${text} ${instruction.replace(/[.\s]*$/, '')}.`;
  }
}

const BEGINNINGS = [
  'Nobody told us this at the start.',
  'Three years ago we got this wrong.',
  'A number first: 41.',
  'You know the feeling.',
  'It began with a mistake.',
];
const ENDINGS = [
  'Tell us what you would do.',
  'Come by on Saturday and see.',
  'Save this for your next one.',
  'Which one are you?',
  'Send it to somebody who needs it.',
];

const longWords = (text: string) =>
  [...new Set(text.toLowerCase().match(/\p{L}{6,}/gu) ?? [])].slice(0, 8);

function drafts({ quoted: [source = ''], limit }: Asked, count: number) {
  const sentences = sentencesOf(source).filter((s) => s.length > 20);
  const at = (n: number) => sentences[n % Math.max(sentences.length, 1)] ?? 'There is news.';
  const fitted = (text: string) => cutTo(text, limit ?? 1000);
  return [
    { angle: 'The number', parts: [fitted(`${at(0)} ${at(1)}`)] },
    {
      angle: 'The person',
      parts: [fitted(`“I never looked back.” Ibrahim, 11 years behind the bar. ${at(1)}`)],
    },
    { angle: 'The question', parts: [fitted(`What would you give up first? ${at(2)}`)] },
  ].slice(0, count);
}

function findings({ quoted }: Asked) {
  return quoted.flatMap((text, part) => {
    const [first, second] = sentencesOf(text);
    const number = sentencesOf(text).find((s) => /\d/.test(s));
    return [
      ...(second
        ? [
            {
              kind: 'unclear',
              part: part + 1,
              quote: second,
              says: 'Who is meant stays open.',
              proposal: `${second.replace(/[.!?]+$/, '')}, to be exact.`,
            },
          ]
        : []),
      ...(number
        ? [
            {
              kind: 'claim',
              part: part + 1,
              quote: number,
              says: 'A number without a source.',
              proposal: null,
            },
          ]
        : []),
      ...(first && /!/.test(first)
        ? [
            {
              kind: 'tone',
              part: part + 1,
              quote: first,
              says: 'Louder than the voice.',
              proposal: first.replaceAll('!', '.'),
            },
          ]
        : []),
    ];
  });
}

function ideas({ quoted: [subject = ''] }: Asked, messages: string) {
  const items = [...messages.matchAll(/post (\d+):/g)].map(([, id]) => Number(id));
  const days = [...messages.matchAll(/(20\d\d-\d\d-\d\d)/g)].map(([day]) => day);
  return Array.from({ length: 10 }, (_, n) => {
    const from =
      n % 4 === 1 && items.length ? 'best_posts' : n % 4 === 2 && days.length ? 'gaps' : 'subject';
    return {
      beginning: `${BEGINNINGS[n % 5]} (${n + 1})`,
      rest: `What ${subject || 'it'} looks like from the inside.`,
      why:
        from === 'best_posts'
          ? 'Like your best post'
          : from === 'gaps'
            ? 'Nothing is planned then'
            : `From “${subject}”`,
      from,
      day: from === 'gaps' ? (days[n % days.length] ?? null) : null,
      post: from === 'best_posts' ? (items[n % items.length] ?? null) : null,
    };
  });
}

/** The answer as a text, which is JSON where the task has a form. */
export function answerTo(asked: Asked, messages: string): string {
  const { task, quoted, limit } = asked;
  const [text = ''] = quoted;
  const count = Number(/exactly (\d+)/.exec(messages)?.[1] ?? 3);
  switch (task) {
    case 'beginnings':
      return JSON.stringify({ texts: BEGINNINGS });
    case 'endings':
      return JSON.stringify({ texts: ENDINGS });
    case 'cut': {
      const last = [...text.matchAll(/^\[(\d+)\]/gm)].length;
      const cuts = Array.from(
        { length: Math.max(Math.ceil(last / 2) - 1, 0) },
        (_, n) => 2 * (n + 1),
      );
      return JSON.stringify({ cuts });
    }
    case 'thread':
      return JSON.stringify({ parts: sentencesOf(text).map((s) => cutTo(s, limit ?? 500)) });
    case 'version':
      return JSON.stringify({
        parts: quoted.map((part) => cutTo(apply(part, POLISH), limit ?? 5000)),
      });
    case 'hashtags':
      return JSON.stringify({ tags: longWords(quoted.join(' ')) });
    case 'draft':
      return JSON.stringify({ drafts: drafts(asked, count) });
    case 'review':
      return JSON.stringify({ findings: findings(asked) });
    case 'ideas':
      return JSON.stringify({ ideas: ideas(asked, messages) });
    case 'alt':
      return 'A hand-painted sign on a white wall, photographed from the front.';
    case 'probe':
      return 'Ready.';
    case 'probe_form':
      return JSON.stringify({ ready: true });
    case 'probe_picture':
      return 'Red.';
    default:
      return rewritten(task === 'join' ? { ...asked, quoted: [quoted.join(' ')] } : asked);
  }
}
