import type { Attachment } from './attachments.ts';
import { type PartText, textFor } from './items.ts';
import { formatBytes, MEDIA_TYPES, type MediaType } from './media.ts';
import { fits, type Limits, limitOf, type Network, networks } from './networks.ts';

/** What a network would refuse, in the words of the publish dialog. */

export type Finding = {
  /** An error prevents publishing. */
  level: 'error' | 'warning';
  text: string;
  /** The part that it is about, from 0. */
  part?: number | undefined;
  /** What mends it: another time, or a change of the text. */
  mend?: { label: string; at: string } | undefined;
};

/** The findings that prevent publishing. */
export const errorsIn = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ level }) => level === 'error');

/** The choices of a publication that are sent with every part. */
export type Options = Readonly<Record<string, string>>;

/** A text as the network counts it, with what is counted beside it. */
function countedText(network: Network, text: string, options: Options = {}): string {
  const counted = networks[network].options?.filter((option) => option.counted) ?? [];
  return counted.map(({ name }) => options[name] ?? '').join('') + text;
}

/** A part as a network would get it. */
export type CheckedPart = { text: string; media: readonly Attachment[] };

export const partsFor = (parts: readonly PartText[], network: Network): CheckedPart[] =>
  parts.map((part) => ({ text: textFor(part, network), media: part.media }));

/** Checks every part of a post against the rules of a network and an account. */
export function checkParts(
  network: Network,
  limits: Limits,
  parts: readonly CheckedPart[],
  options: Options = {},
  rules: MediaSettings = {},
): Finding[] {
  const { name, count, bytes } = networks[network];
  return parts.flatMap(({ text, media }, part): Finding[] => {
    const where = parts.length > 1 ? `Part ${part + 1}` : 'The text';
    const files = checkMedia(network, media, rules).map((finding) => ({
      ...finding,
      text: parts.length > 1 ? `Part ${part + 1}: ${lowered(finding.text)}` : finding.text,
      part,
    }));
    if (text.trim() === '') return [{ level: 'error', text: `${where} is empty`, part }, ...files];
    const counted = countedText(network, text, options);
    if (fits(counted, network, limits)) return files;
    const over = count(counted, limits) - limitOf(network, limits);
    const sentence =
      over > 0
        ? `${where} has ${over} too many for ${name}`
        : `${where} is larger than the ${bytes} bytes that ${name} takes`;
    return [{ level: 'error', text: sentence, part }, ...files];
  });
}

/** The longest part, as the network counts it. */
export const longestPart = (
  network: Network,
  limits: Limits,
  parts: readonly CheckedPart[],
  options: Options = {},
): number =>
  Math.max(
    0,
    ...parts.map(({ text }) =>
      networks[network].count(countedText(network, text, options), limits),
    ),
  );

/** What a workspace wants of its files. */
export type MediaSettings = { requiresAltTexts?: boolean };

/** Names of files and networks keep their capitals. */
const lowered = (sentence: string) =>
  sentence.replace(/^(The|A|One)\b/, (word) => word.toLowerCase());

/** '2:20', or '90 s'. */
const lengthOf = (seconds: number) =>
  seconds < 120 ? `${seconds} s` : `${Math.round((seconds / 60) * 10) / 10} min`;

/**
 * What a network would refuse or change of the files of a part: their number, kind, type, size,
 * length and alt texts. The editor and the publisher ask alike.
 */
export function checkMedia(
  network: Network,
  media: readonly Attachment[],
  { requiresAltTexts = false }: MediaSettings = {},
): Finding[] {
  if (!media.length) return [];
  const { name, media: rules } = networks[network];
  const findings: Finding[] = [];
  const refuse = (text: string) => findings.push({ level: 'error', text });
  const warn = (text: string) => findings.push({ level: 'warning', text });
  const of = (...kinds: Attachment['kind'][]) => media.filter(({ kind }) => kinds.includes(kind));
  const [pictures, others] = [
    rules.gifMoves ? of('picture') : of('picture', 'gif'),
    rules.gifMoves ? of('gif', 'video') : of('video'),
  ];
  if (pictures.length > rules.pictures)
    refuse(`${name} takes ${rules.pictures} pictures in a post, these are ${pictures.length}`);
  if (others.length > 1 || (others.length && pictures.length))
    refuse(`${name} takes pictures, or one ${rules.gifMoves ? 'GIF or video' : 'video'}, not both`);
  const documents = of('document');
  if (documents.length && !rules.documents) refuse(`${name} takes no PDF`);
  else if (documents.length && media.length > 1) refuse(`${name} takes a PDF alone`);
  for (const file of of('video')) checkVideo(file, rules, name, refuse);
  for (const file of of('gif'))
    if (!rules.gifMoves) warn(`${name} shows ‘${file.name}’ as a still picture`);
    else if (file.size > rules.gifBytes)
      refuse(
        `${name} takes GIFs up to ${formatBytes(rules.gifBytes)}, ‘${file.name}’ has ${formatBytes(file.size)}`,
      );
  for (const { alt, name: file } of media)
    if (alt.length > rules.alt)
      refuse(`The alt text of ‘${file}’ has more than ${rules.alt} characters for ${name}`);
  const silent = media.filter(({ alt, kind }) => alt === '' && kind !== 'document');
  if (silent.length) {
    const one = silent.length === 1 ? `‘${silent[0]?.name}’ has` : `${silent.length} files have`;
    (requiresAltTexts ? refuse : warn)(`${one} no alt text`);
  }
  return findings;
}

function checkVideo(
  { name, type, size, duration, codec, width, height }: Attachment,
  rules: (typeof networks)[Network]['media'],
  network: string,
  refuse: (text: string) => void,
) {
  if (!rules.videoTypes.includes(type)) {
    const taken = rules.videoTypes.map((one) => MEDIA_TYPES[one as MediaType].label).join(', ');
    refuse(`${network} takes ${taken}, ‘${name}’ is ${MEDIA_TYPES[type as MediaType].label}`);
  } else if (codec !== null && !rules.codecs.includes(codec)) {
    refuse(`${network} takes H.264 videos, ‘${name}’ is encoded as ${codec.toUpperCase()}`);
  }
  if (size > rules.videoBytes)
    refuse(
      `${network} takes videos up to ${formatBytes(rules.videoBytes)}, ‘${name}’ has ${formatBytes(size)}`,
    );
  const shape = width && height ? width / height : 1;
  const [tallest, widest] = rules.videoShape;
  if (shape < tallest || shape > widest)
    refuse(`${network} takes videos from 1:3 to 3:1, ‘${name}’ has ${width} × ${height}`);
  const [least, most] = rules.videoLength;
  const seconds = Math.round(duration ?? least);
  if (seconds > most || (duration !== null && duration < least))
    refuse(
      `${network} takes videos from ${lengthOf(least)} to ${lengthOf(most)}, ‘${name}’ has ${lengthOf(seconds)}`,
    );
}
