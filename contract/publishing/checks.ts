import type { Attachment, MediaKind } from '../attachments.ts';
import { type PartToSend, textFor } from '../content/items.ts';
import { formatBytes, MEDIA_TYPES, type MediaType } from '../media/media.ts';
import { isWithinBytes } from '../networks/counting.ts';
import type { Network } from '../networks/names.ts';
import {
  type Choice,
  COMMENT,
  type Limits,
  type MediaRules,
  moves,
  ON,
  type Options,
} from '../networks/network-rules.ts';
import { limitOf, networks } from '../networks/networks.ts';
import { withEnding } from './ending-text.ts';
import { customise, type Finding, type Mend } from './findings.ts';
import { unfilledBeside, unfilledIn } from './unfilled.ts';

/** What a network would refuse, in the words of the publish dialog. */

/** A text as the network counts it, with what is counted beside it. */
function countedText(network: Network, text: string, options: Options = {}): string {
  const counted = networks[network].options?.filter((option) => option.counted) ?? [];
  return counted.map(({ name }) => options[name] ?? '').join('') + text;
}

/** A part as a network gets it. */
export type CheckedPart = {
  text: string;
  media: readonly Attachment[];
  language: string | null;
  /** Whether it stands below the post, as a comment. */
  isComment: boolean;
  /** The addresses of the text as it was written, and what is sent in their place. */
  links?: Readonly<Record<string, string>>;
  /** The variables that are not filled in, once the fixed ones are (`withFixed`). */
  unfilled?: readonly string[];
};

/**
 * The parts of a post as a network gets them: with the texts for it, joined where it has no
 * threads, with the comment that was chosen, and with what is always at its end (`ending`).
 */
export function partsFor(
  parts: readonly PartToSend[],
  network: Network,
  options: Options = {},
  ending?: string,
): CheckedPart[] {
  const own = parts.map((part) => ({
    text: textFor(part, network),
    media: part.media,
    language: part.language ?? null,
    isComment: false,
  }));
  const comment = choicesOf(network).has(COMMENT) ? options[COMMENT]?.trim() : undefined;
  const below = comment ? [{ text: comment, media: [], language: null, isComment: true }] : [];
  const text = own.map((part) => part.text.trim()).join('\n\n');
  const joined = own[0] && { ...own[0], text, media: own.flatMap(({ media }) => media) };
  const sent = networks[network].parts === 'joined' && joined ? [joined] : own;
  const last = sent.at(-1);
  if (last) last.text = withEnding(last.text, ending);
  return [...sent, ...below];
}

const choicesOf = (network: Network) =>
  new Map((networks[network].options ?? []).map((choice) => [choice.name, choice]));

/** The first value is that of a choice that nobody made, unless nothing is preset. */
const chosenValue = ({ name, values, required }: Choice, options: Options) =>
  options[name] || (required === undefined ? values?.[0]?.value : undefined) || '';

/** What a choice depends on. */
export type Given = { options: Options; kinds: readonly MediaKind[] };

/** Whether a choice applies to this account, these files, and what else was chosen. */
export function applies(
  choice: Choice,
  network: Network,
  limits: Limits,
  { options, kinds }: Given,
): boolean {
  const { name, when, only } = choice;
  const allowed = limits.choices?.[name];
  // One value is no choice.
  if (allowed && allowed.length < (choice.values && !choice.required ? 2 : 1)) return false;
  if (only && kinds.length > 0 && !kinds.includes(only)) return false;
  const other = when && choicesOf(network).get(when.name);
  return (
    !when ||
    !other ||
    (applies(other, network, limits, { options, kinds }) && chosenValue(other, options) === when.is)
  );
}

/** What was chosen, without what does not apply: it is neither shown nor sent. */
export const appliedOptions = (network: Network, limits: Limits, given: Given): Options =>
  Object.fromEntries(
    Object.entries(given.options).filter(([name, value]) => {
      const choice = choicesOf(network).get(name);
      return value !== '' && (!choice || applies(choice, network, limits, given));
    }),
  );

/** What must be chosen, and what this account does not have. */
function checkOptions(network: Network, limits: Limits, given: Given): Finding[] {
  const { name: networkName, options: choices = [] } = networks[network];
  return choices.flatMap((choice): Finding[] => {
    const value = given.options[choice.name] ?? '';
    const isOn = value !== '' && (!choice.isSwitch || value === ON);
    const allowed = limits.choices?.[choice.name];
    const isShown = applies(choice, network, { ...limits, choices: {} }, given);
    if (isOn && isShown && allowed && !allowed.includes(value))
      return [
        {
          level: 'error',
          text: `${networkName} doesn’t allow this option for this account: ${choice.label}`,
        },
      ];
    if (!choice.required || isOn || !applies(choice, network, limits, given)) return [];
    return [{ level: 'error', text: choice.required }];
  });
}

/** What a network says of a post. */
export type Checked = {
  findings: Finding[];
  /** The longest part, as the network counts it. */
  longest: number;
  /** What it costs at the network, in thousandths of a US dollar; null where it is free. */
  price: number | null;
};

/**
 * Checks every part of a post against the rules of a network and an account. A long thread takes
 * long: `breathe` is awaited between its parts.
 */
export async function checkParts(
  network: Network,
  limits: Limits,
  parts: readonly CheckedPart[],
  options: Options = {},
  { breathe, ...rules }: MediaSettings & { breathe?: () => Promise<void> } = {},
): Promise<Checked> {
  const kinds = parts.flatMap((part) => part.media.map(({ kind }) => kind));
  const own = parts.filter(({ isComment }) => !isComment);
  const checked: Checked = { findings: [], longest: 0, price: null };
  for (const [at, part] of own.entries()) {
    await breathe?.();
    const place = { at, isAlone: own.length === 1 };
    const { length, findings } = checkPart(network, limits, part, place, options, rules);
    checked.longest = Math.max(checked.longest, length);
    checked.findings.push(...findings);
  }
  const { price } = networks[network];
  for (const part of price ? parts : []) {
    await breathe?.();
    checked.price = (checked.price ?? 0) + (price?.(part) ?? 0);
  }
  checked.findings.push(...checkOptions(network, limits, { options, kinds }));
  checked.findings.push(...unfilledBeside(parts, networks[network].options ?? [], options));
  return checked;
}

export const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;

function checkPart(
  network: Network,
  limits: Limits,
  part: CheckedPart,
  { at, isAlone }: { at: number; isAlone: boolean },
  options: Options,
  rules: MediaSettings,
): { length: number; findings: Finding[] } {
  const { text, media } = part;
  const { name, count, bytes, remarks } = networks[network];
  const where = isAlone ? 'The text' : `Part ${at + 1}`;
  const findings = [
    ...checkMedia(network, media, { ...rules, limits }),
    ...(remarks?.({ text, media }, options) ?? []),
  ].map((finding) => ({
    ...finding,
    text: isAlone ? finding.text : `Part ${at + 1}: ${lowered(finding.text)}`,
    part: at,
  }));
  const refuse = (sentence: string, mend?: Mend) =>
    findings.unshift({ level: 'error', text: sentence, part: at, ...(mend && { mend }) });
  const counted = countedText(network, text, options);
  const length = count(counted, limits);
  const over = length - limitOf(network, limits, media.length > 0);
  for (const sentence of unfilledIn(part)) refuse(sentence);
  if (text.trim() === '') refuse(`${where} is empty`);
  else if (over > 0)
    refuse(`${where} is ${characters(over)} over the limit for ${name}`, customise(network));
  else if (bytes !== undefined && !isWithinBytes(counted, bytes))
    refuse(`${where} is larger than the ${bytes} bytes that ${name} allows`, customise(network));
  return { length, findings };
}

/** What a part costs at the network, in thousandths of a US dollar. */
export const priceOf = (network: Network, part: CheckedPart): number =>
  networks[network].price?.(part) ?? 0;

/** What a workspace wants of its files. */
export type MediaSettings = { requiresAltTexts?: boolean; limits?: Limits };

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
  { requiresAltTexts = false, limits = {} }: MediaSettings = {},
): Finding[] {
  const { name, media: rules } = networks[network];
  if (!media.length)
    return rules.required ? [{ level: 'error', text: `${name} needs a picture or a video` }] : [];
  const findings: Finding[] = [];
  const refuse = (text: string) => findings.push({ level: 'error', text });
  if (limits.unreachable && media.some(({ kind }) => rules.fetched?.includes(kind)))
    refuse(`${name} can’t fetch files from this server: its address must be publicly reachable`);
  const warn = (text: string) => findings.push({ level: 'warning', text });
  const of = (...kinds: Attachment['kind'][]) => media.filter(({ kind }) => kinds.includes(kind));
  const isPicture = (file: Attachment) =>
    file.kind === 'picture' || (file.kind === 'gif' && !moves(rules, file));
  const pictures = media.filter(isPicture);
  const others = of('gif', 'video').filter((file) => !isPicture(file));
  const counted = rules.mixed ? [...pictures, ...others] : pictures;
  if (counted.length > rules.pictures)
    refuse(
      `${name} allows up to ${rules.pictures} ${rules.mixed ? 'files' : 'pictures'} per post; there are ${counted.length}`,
    );
  const [tallest, widest] = rules.pictureShape ?? [0, Number.POSITIVE_INFINITY];
  for (const { width, height, name: file } of pictures)
    if (width && height && (width / height < tallest || width / height > widest))
      warn(
        `${name} doesn’t support the aspect ratio of ‘${file}’: it will be cropped around its focus`,
      );
  if (!rules.mixed && (others.length > 1 || (others.length > 0 && pictures.length > 0)))
    refuse(
      `${name} allows pictures, or one ${rules.gifMoves ? 'GIF or video' : 'video'}, not both`,
    );
  const documents = of('document');
  if (documents.length && !rules.documents) refuse(`${name} doesn’t support PDF files`);
  else if (documents.length && media.length > 1)
    refuse(`${name} doesn’t allow other files with a PDF`);
  const longest = Math.min(rules.videoLength[1], limits.seconds ?? Number.POSITIVE_INFINITY);
  const videos = { ...rules, videoLength: [rules.videoLength[0], longest] as const };
  for (const file of of('video')) checkVideo(file, videos, name, refuse);
  for (const file of of('gif'))
    if (!moves(rules, file)) warn(`${name} shows ‘${file.name}’ as a still picture`);
    else if (file.size > rules.gifBytes)
      refuse(
        `${name} allows GIFs up to ${formatBytes(rules.gifBytes)}; ‘${file.name}’ is ${formatBytes(file.size)}`,
      );
  for (const { alt, name: file } of media)
    if (rules.alt > 0 && alt.length > rules.alt)
      refuse(
        `The alt text of ‘${file}’ is longer than the ${rules.alt} characters that ${name} allows`,
      );
  const silent = media.filter(({ alt, kind }) => alt === '' && kind !== 'document');
  if (silent.length && (rules.alt > 0 || requiresAltTexts)) {
    const one = silent.length === 1 ? `‘${silent[0]?.name}’ has` : `${silent.length} files have`;
    findings.push({
      level: requiresAltTexts ? 'error' : 'warning',
      text: `${one} no alt text`,
      mend: { label: 'Describe', files: silent.map(({ file }) => file) },
    });
  }
  return findings;
}

function checkVideo(
  { name, type, size, duration, codec, width, height }: Attachment,
  rules: MediaRules,
  network: string,
  refuse: (text: string) => void,
) {
  if (!rules.videoTypes.includes(type)) {
    const taken = rules.videoTypes.map((type) => MEDIA_TYPES[type as MediaType].label).join(', ');
    refuse(`${network} supports ${taken}; ‘${name}’ is ${MEDIA_TYPES[type as MediaType].label}`);
  } else if (codec !== null && !rules.codecs.includes(codec)) {
    refuse(`${network} supports H.264 videos; ‘${name}’ is encoded as ${codec.toUpperCase()}`);
  }
  if (size > rules.videoBytes)
    refuse(
      `${network} allows videos up to ${formatBytes(rules.videoBytes)}; ‘${name}’ is ${formatBytes(size)}`,
    );
  const shape = width && height ? width / height : 1;
  const [tallest, widest] = rules.videoShape;
  if (shape < tallest || shape > widest)
    refuse(`${network} allows videos from 1:3 to 3:1; ‘${name}’ is ${width} × ${height}`);
  const [least, most] = rules.videoLength;
  const seconds = Math.round(duration ?? least);
  if (seconds > most || (duration !== null && duration < least))
    refuse(
      `${network} allows videos from ${lengthOf(least)} to ${lengthOf(most)}; ‘${name}’ is ${lengthOf(seconds)}`,
    );
}
