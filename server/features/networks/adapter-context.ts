import type { MediaRules } from '#contract/networks/network-rules.ts';

/** What adapters are given by this installation. */

/** The registrations of this installation at the servers of a network. */
export type RegisteredApps = {
  find: (server: string, redirectUri: string) => Promise<unknown>;
  keep: (server: string, redirectUri: string, client: object) => Promise<void>;
  /** The same, unless there is one. */
  keepFirst: (server: string, redirectUri: string, client: object) => Promise<void>;
  remove: (server: string, redirectUri: string) => Promise<void>;
};

/** Links to stored files, for networks that fetch them by themselves; valid for a day. */
export type FileLinks = {
  of: (key: string, type: string, size?: number) => Promise<string>;
  /** A small picture, to find out whether a network can fetch anything from here. */
  probe: () => Promise<string>;
};

export type PictureLimits = Pick<
  MediaRules,
  'pictureBytes' | 'picturePixels' | 'pictureTypes' | 'pictureWidth' | 'pictureShape'
>;
export type Picture = { bytes: Buffer; type: string; width: number; height: number };
