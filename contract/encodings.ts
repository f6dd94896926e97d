/**
 * The encodings of text files and pages, and a guess at the one of bytes that declare none.
 */

type Kind = {
  label: string;
  /** Letters and signs that are common in its texts; others of `script` count for less. */
  common: string;
  script: RegExp;
  /** Languages that are written in it: that of the reader decides between equals. */
  languages: readonly string[];
};

const LATIN = /[\p{Script=Latin}\p{M}ªº]/u;
const HAN = /[\p{Script=Han}、。，！？：；（）《》「」『』“”‘’—…·]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー、。「」・！？]/u;
const SIGNS = '–—‘’‚“”„…•«»‹›€£©®™°·¡¿§\u00a0№½×';

const CYRILLIC = /\p{Script=Cyrillic}/u;

const cyrillic = {
  common: 'оеаинтсрвлкмдпуягзыьбйіїєґ',
  script: CYRILLIC,
  languages: ['ru', 'uk', 'bg', 'be', 'sr', 'mk', 'kk'],
};
const japanese = {
  common:
    '日本人一二三年月火水木金土時分今冬春夏秋新店豆方法品中大小上下見出来会社東京入前後行食物生手気語週情報発売開催予定詳細案内',
  script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。！？：；（）「」『』・…]/u,
  languages: ['ja'],
};
const western = {
  common: `äöüßéèêëàâçñáíóúãõåæøïîôûùœþÄÖÜÉÀÇÑÅØ${SIGNS}`,
  script: LATIN,
  languages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'no', 'fi', 'is'],
};

const KINDS = {
  'utf-8': { label: 'Unicode (UTF-8)', common: '', script: /\P{ASCII}/u, languages: [] },
  'utf-16le': { label: 'Unicode (UTF-16)', common: '', script: /\P{ASCII}/u, languages: [] },
  'utf-16be': {
    label: 'Unicode (UTF-16, big-endian)',
    common: '',
    script: /\P{ASCII}/u,
    languages: [],
  },
  'windows-1252': { label: 'Western (Windows-1252)', ...western },
  macintosh: { label: 'Western (Mac Roman)', ...western },
  ibm850: {
    label: 'Western (DOS)',
    common: 'äöüßéèêëàâçñáíóúåæøïîôûùÄÖÜÉÅÇÑ',
    script: LATIN,
    languages: western.languages,
  },
  'windows-1254': {
    label: 'Turkish (Windows-1254)',
    common: `ığşçöüİŞĞÇÖÜâî${SIGNS}`,
    script: LATIN,
    languages: ['tr', 'az'],
  },
  'windows-1250': {
    label: 'Central European (Windows-1250)',
    common: `ąćęłńóśźżáčďéěíňřšťúůýžäöüőűâăîşţŁŚŻŹČŠŘŽ${SIGNS}`,
    script: LATIN,
    languages: ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro'],
  },
  'iso-8859-2': {
    label: 'Central European (ISO 8859-2)',
    common: 'ąćęłńóśźżáčďéěíňřšťúůýžäöüőűâăîşţŁŚŻŹČŠŘŽ',
    script: LATIN,
    languages: ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro'],
  },
  'windows-1257': {
    label: 'Baltic (Windows-1257)',
    common: `āčēģīķļņšūžąęėįųõäöüĀČĒĢĪĶĻŅŠŪŽ${SIGNS}`,
    script: LATIN,
    languages: ['lv', 'lt', 'et'],
  },
  'windows-1258': {
    label: 'Vietnamese (Windows-1258)',
    common: 'ăâđêôơưàáèéìíòóùúýÀÁÂÈÉÊ\u0300\u0301\u0303\u0309\u0323',
    script: LATIN,
    languages: ['vi'],
  },
  'windows-1251': { label: 'Cyrillic (Windows-1251)', ...cyrillic },
  // Its letters are those of KOI8-R, and those of Ukrainian.
  'koi8-u': { label: 'Cyrillic (KOI8)', ...cyrillic },
  ibm866: { label: 'Cyrillic (DOS)', ...cyrillic },
  'x-mac-cyrillic': { label: 'Cyrillic (Mac)', ...cyrillic },
  'windows-1253': {
    label: 'Greek (Windows-1253)',
    common: 'αοιετσνηυρκπμλάόίέήύώςθ',
    script: /\p{Script=Greek}/u,
    languages: ['el'],
  },
  'windows-1255': {
    label: 'Hebrew (Windows-1255)',
    common: 'יוהלאמתרבשנםןעדקט',
    script: /\p{Script=Hebrew}/u,
    languages: ['he'],
  },
  'windows-1256': {
    label: 'Arabic (Windows-1256)',
    common: 'اليمنوترهبعدسفكقةحجأ،؟',
    script: /[\p{Script=Arabic}،؟؛]/u,
    languages: ['ar', 'fa', 'ur'],
  },
  'windows-874': {
    label: 'Thai (Windows-874)',
    common: 'านรกอเงมยลวดทสตะปบคหแจพชขไใโฟผ่้็ีัิู์',
    script: /\p{Script=Thai}/u,
    languages: ['th'],
  },
  shift_jis: { label: 'Japanese (Shift_JIS)', ...japanese },
  'euc-jp': { label: 'Japanese (EUC-JP)', ...japanese },
  'iso-2022-jp': { label: 'Japanese (JIS)', ...japanese },
  gb18030: {
    label: 'Simplified Chinese (GB18030)',
    common:
      '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运冬季咖啡店周喝买',
    script: HAN,
    languages: ['zh', 'zh-cn', 'zh-sg', 'zh-hans'],
  },
  big5: {
    label: 'Traditional Chinese (Big5)',
    common:
      '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應向頭文體美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計期市直資命山金指許統區保至形社便空決界店週喝買冬季咖啡',
    script: HAN,
    languages: ['zh-tw', 'zh-hk', 'zh-hant'],
  },
  'euc-kr': {
    label: 'Korean (EUC-KR)',
    common:
      '이다는을가고에의하한지도로은기를나어사아리있자대서시그해인보수라들정일게요니장제생마부동소만과안여구주거신녕세계커피겨울새오전습했면것전상무우날문방할때모바중',
    script: /\p{Script=Hangul}/u,
    languages: ['ko'],
  },
} as const satisfies Record<string, Kind>;

export type Encoding = keyof typeof KINDS;
export const ENCODINGS = Object.keys(KINDS) as readonly Encoding[];
export const encodingLabel = (encoding: Encoding): string => KINDS[encoding].label;

/** What 'CSV (MS-DOS)' of Excel has beyond ASCII; no `TextDecoder` knows it. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

function decodeWith(encoding: Encoding, bytes: Uint8Array, fatal = false): string {
  if (encoding !== 'ibm850') return new TextDecoder(encoding, { fatal }).decode(bytes);
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : DOS[byte - 0x80];
  return text;
}

/** How much is looked at: from the first line with other letters than English ones. */
const SAMPLE_BYTES = 8 * 1024;
const LF = 10;
const CR = 13;

/**
 * The encoding of a text, by its mark or its bytes.
 * @param languages of whoever has it, as the browser names them: they decide between equals
 */
export function guessEncoding(bytes: Uint8Array, languages: readonly string[] = []): Encoding {
  const marked = markOf(bytes);
  if (marked) return marked;
  const sample = sampleOf(bytes);
  // A text in another encoding has hardly any.
  const zeros = [0, 0];
  const head = bytes.subarray(0, 4096);
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd > head.length / 32) return even > odd ? 'utf-16be' : 'utf-16le';
  // An escape sequence announces Japanese characters, which are ASCII then.
  if (String.fromCharCode(...head).includes('\u001b$B')) return 'iso-2022-jp';
  if (decodeStrictly(bytes, 'utf-8') !== undefined) return 'utf-8';
  let [best, most]: [Encoding, number] = ['windows-1252', Number.NEGATIVE_INFINITY];
  for (const encoding of ENCODINGS) {
    if (encoding.startsWith('utf-16')) continue;
    const score = scoreOf(sample, encoding, languages);
    if (score > most) [best, most] = [encoding, score];
  }
  return best;
}

/** The encoding that a mark at the beginning names. */
export function markOf([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return;
}

/** Whole lines, so that no letter is cut. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const isEnd = (at: number) => bytes[at] === LF || bytes[at] === CR;
  let from = Math.max(0, first);
  while (from > 0 && !isEnd(from - 1) && first - from < SAMPLE_BYTES / 2) from--;
  let to = Math.min(bytes.length, from + SAMPLE_BYTES);
  while (to > from && to < bytes.length && !isEnd(to)) to--;
  return bytes.subarray(from, to > from ? to : from + SAMPLE_BYTES);
}

function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return decodeWith(encoding, bytes, true);
  } catch {
    return;
  }
}

/** How likely it is that the sample is in this encoding: points for each byte beyond ASCII. */
function scoreOf(sample: Uint8Array, encoding: Encoding, languages: readonly string[]): number {
  // UTF-8 that was cut or damaged is still the most likely.
  const isUnicode = encoding === 'utf-8';
  const text = isUnicode ? new TextDecoder().decode(sample) : decodeStrictly(sample, encoding);
  if (text === undefined) return Number.NEGATIVE_INFINITY;
  const kind: Kind = KINDS[encoding];
  const known = new Set(kind.common + kind.common.toUpperCase());
  const signs = Array.from(text);
  let [score, foreign, wide] = [0, 0, 0];
  signs.forEach((sign, at) => {
    if (sign <= '\u007f') return;
    foreign++;
    if (WIDE.test(sign)) wide++;
    if (isUnicode) score += sign === '\ufffd' ? -2 : 1;
    else
      score += plausibility(sign, kind, known) - oddness(sign, signs[at - 1], signs[at + 1], kind);
  });
  // A letter of two bytes explains two of them.
  const bytes = isUnicode ? 2 : 1 + wide / Math.max(1, foreign);
  const hint = languages.findIndex((language) => kind.languages.includes(language.toLowerCase()));
  return (score > 0 ? score * bytes : score) + (hint < 0 ? 0 : foreign * (hint === 0 ? 0.5 : 0.3));
}

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Letters for private use, and control characters. */
const UNLIKELY = /[\p{Co}\p{Cn}\u0080-\u009f\ufffd]/u;
/** Katakana of half the width, and letters that Thai has given up. */
const RARE = /[\uff61-\uff9fฃฅฆฌฎฏฐฑฒฬ๓๕]/u;

function plausibility(sign: string, { script }: Kind, known: ReadonlySet<string>): number {
  if (UNLIKELY.test(sign)) return -6;
  if (RARE.test(sign)) return -1;
  if (known.has(sign)) return 1;
  if (script.test(sign)) {
    if (KANA.test(sign)) return 1;
    return script === LATIN || script === CYRILLIC || HAN.test(sign) ? 0.25 : 0.5;
  }
  return SIGNS.includes(sign) ? 0.5 : -1;
}

const isLower = (sign = '') => sign !== sign.toUpperCase();
const isUpper = (sign = '') => sign !== sign.toLowerCase();
const isLetter = (sign = '') => /\p{L}/u.test(sign);

/** What nobody writes: a capital within a word, a sign between letters, scripts in one word. */
function oddness(sign: string, before = ' ', after = ' ', { script }: Kind): number {
  let odd = 0;
  const isLatin = script === LATIN;
  if (isLetter(sign)) {
    if (isLower(before) && isUpper(sign)) odd += 2;
    if (isLower(sign) && isUpper(after)) odd += 2;
    if (!isLatin && /[A-Za-z]/.test(before + after)) odd += WIDE.test(sign) ? 0.5 : 1;
    // Words of accented letters alone are of another script, and words of capitals are rare.
    if (isLatin && before > '\u007f' && after > '\u007f' && isLetter(before)) odd += 1;
    if (!isLatin && isUpper(sign) && isUpper(before)) odd += 0.2;
  } else if (isLetter(before) && isLetter(after)) {
    if (sign === '–') odd += 0.7;
    else if (!/[’'·\u00a0\p{M}—…]/u.test(sign)) odd += 1.5;
  }
  if (isLatin && /[^\p{ASCII}\p{L}”’»…\u00a0]{2}/u.test(sign + after)) odd += 1;
  if (/[€£]/.test(sign) && isLetter(after)) odd += 1;
  if (sign === '°' && !/\d| /.test(before)) odd += 1;
  if (/[“‘‚„«¡¿]/.test(sign) && !/[\s,;:(\t"]/.test(before)) odd += 1;
  return odd;
}

export type Decoded = {
  text: string;
  encoding: Encoding;
  /** How many characters could not be read. */
  unreadable: number;
};

/** The text of bytes; a mark at the beginning is no part of it. */
export function decode(bytes: Uint8Array, encoding: Encoding): Decoded {
  const text = decodeWith(encoding, bytes);
  return { text, encoding, unreadable: text.split('\ufffd').length - 1 };
}
