import type { Attachment } from '../attachments.ts';
import type { Syntax } from './entities.ts';

/** What the rules of a network say, and what several of them share. */

/** What an account is allowed, where that differs from the network's usual rule. */
export type Limits = {
  /** The maximum length of a post. */
  characters?: number | undefined;
  /** What a link counts as. */
  link?: number | undefined;
  /** How many posts it may publish in 24 hours. */
  daily?: number | undefined;
  /** The maximum length of a video, in seconds. */
  seconds?: number | undefined;
  /** The values of choices that it has; none: it does not have the choice. */
  choices?: Readonly<Record<string, string[]>> | undefined;
  /** Whether the network cannot fetch files from this server. */
  unreachable?: boolean | undefined;
};

/** What can be chosen for a publication, or for all of a channel. */
export type Choice = {
  name: string;
  label: string;
  /** What follows from it, in a sentence. */
  help?: string;
  /**
   * The values with their labels, or a switch that is off; without either it is a text of at most
   * `max` characters.
   */
  values?: readonly { value: string; label: string }[];
  isSwitch?: boolean;
  max?: number;
  /** Its text counts as a part of every post. */
  counted?: boolean;
  /** What is missing where nothing was chosen: nothing is preset then. */
  required?: string;
  /** It applies where another choice has this value, its first one included. */
  when?: { name: string; is: string };
  /** It applies to these files alone. */
  only?: 'video' | 'picture';
};

/** What is chosen, by the names of choices. */
export type Options = Readonly<Record<string, string>>;

/** The value of a switch that is on. */
export const ON = 'yes';

/** The option whose text is published as a comment below the post. */
export const COMMENT = 'comment';

/** What a network takes beside the text of a post: pictures, or else one of the others. */
export type MediaRules = {
  /** Whether a post needs a file. */
  required?: boolean;
  /** The maximum number of pictures. */
  pictures: number;
  /** Whether pictures and videos may be mixed: then all of them count. */
  mixed?: boolean;
  /** Pictures above either are made smaller when they are published. In bytes, and in pixels. */
  pictureBytes: number;
  picturePixels: number;
  /** The same for their width, in pixels. */
  pictureWidth?: number;
  /** The width by the height; others are cropped around their focus. */
  pictureShape?: readonly [number, number];
  pictureTypes: readonly string[];
  /** Whether a GIF moves there, and how large it may be, in bytes. */
  gifMoves: boolean;
  gifBytes: number;
  videoTypes: readonly string[];
  videoBytes: number;
  /** In seconds. */
  videoLength: readonly [number, number];
  /** The width by the height. */
  videoShape: readonly [number, number];
  /** The codecs that are taken; others are not shown. */
  codecs: readonly string[];
  documents: boolean;
  /** The maximum length of an alt text; 0 where there is none. */
  alt: number;
  /** How pictures are laid out: in a grid, or one after the other. */
  layout: 'grid' | 'row';
  /** The shape of a single picture in a preview, width by height: the tallest and the widest. */
  shown: readonly [number, number];
  /** Whether the network is told what must stay in view. */
  focus?: boolean;
  /** The kinds of files that the network fetches from this server by itself. */
  fetched?: readonly Attachment['kind'][];
};

/** What is wrong with a text, or should be known, in a sentence without a full stop. */
type Remark = { level: 'error' | 'warning'; text: string };

/**
 * What can be done with a published post later. `why`: why it cannot; `policy`: what the network says
 * about it, or what follows, in a sentence without a full stop.
 */
export type Deed = { why: string } | { policy: string | null };

export const can = (policy: string | null = null): Deed => ({ policy });
export const cannot = (why: string): Deed => ({ why });
export const DELETED = 'Its replies and reactions go with it, and nothing brings it back';

export type Rules = {
  name: string;
  /** What is published there, in a few words. */
  line: string;
  /** What the button that connects it says, where that is not 'Connect' and its name. */
  connect?: string;
  /** The maximum length of a post, in the network's own count. */
  limit: number;
  /** The same for a post with files, where it is another one. */
  captionLimit?: number;
  count: (text: string, limits?: Limits) => number;
  /** What it marks in a text. */
  syntax: Syntax;
  /**
   * How the parts of a thread appear: as posts that reply to each other, as posts in order, or
   * joined into one post.
   */
  parts: 'replies' | 'ordered' | 'joined';
  /** The maximum size of a post in bytes of UTF-8, where there is one. */
  bytes?: number;
  /** How many posts an account may publish in so many hours. */
  budgets?: readonly { posts: number; hours: number }[];
  /** What can be chosen for each publication. */
  options?: readonly Choice[];
  /** What can be chosen for a channel. */
  settings?: readonly Choice[];
  media: MediaRules;
  /** What else is wrong with a part. */
  remarks?: (part: { text: string; media: readonly Attachment[] }, options: Options) => Remark[];
  /** What a part costs, in thousandths of a US dollar. */
  price?: (part: { text: string; media: readonly Attachment[] }) => number;
  /** Whether what is published can be deleted there by us. */
  deletes?: boolean;
  /** What can be done with a post once it is out; `withinServer`: a server knows only its own posts. */
  afterwards: { repost: Deed; reply: Deed; remove: Deed; withinServer?: boolean };
  /** What it bills for a repost, and for each part that is deleted, in thousandths of a US dollar. */
  bills?: { repost: number; remove: number };
  /** Whether the first link of a post without files gets a card. */
  linkCards?: boolean;
  /** Whether the text shows where a link leads; else a link can show another address. */
  showsAddresses?: boolean;
  /** What becomes of a short link there, in a few words. */
  shortLinks?: string;
  /** Whether choices depend on the account, and are read anew before each publication. */
  asksAccount?: boolean;
};

export const MB = 1024 * 1024;
export const GB = 1024 * MB;
export const ANY_SHAPE = [0, Number.POSITIVE_INFINITY] as const;
/** Where a network says nothing else. */
export const MEDIA: MediaRules = {
  pictures: 4,
  pictureBytes: 5 * MB,
  picturePixels: 33_000_000,
  pictureTypes: ['image/jpeg', 'image/png', 'image/webp'],
  gifMoves: true,
  gifBytes: 15 * MB,
  videoTypes: ['video/mp4'],
  videoBytes: 500 * MB,
  videoLength: [0, 600],
  videoShape: ANY_SHAPE,
  codecs: ['avc'],
  documents: false,
  alt: 1000,
  layout: 'grid',
  shown: [1 / 2, 2],
};
/** Whether an animation moves there; one that is no GIF is shown as a still picture. */
export const moves = (
  { gifMoves }: Pick<MediaRules, 'gifMoves'>,
  { kind, type }: Pick<Attachment, 'kind' | 'type'>,
): boolean => gifMoves && kind === 'gif' && type === 'image/gif';
export const MP4_AND_MOV = ['video/mp4', 'video/quicktime'];

export const VISIBILITIES = [
  { value: 'public', label: 'Everyone' },
  { value: 'unlisted', label: 'Everyone, but not in public timelines' },
  { value: 'private', label: 'Followers only' },
] as const;

export const codePoints = (text: string) => [...text].length;

export const comment = (max: number): Choice => ({
  name: COMMENT,
  label: 'First comment',
  help: 'Published below the post, right after it.',
  max,
});

export const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
export const tooMany = (count: number, most: number, text: string): Remark[] =>
  count > most ? [{ level: 'error', text }] : [];
