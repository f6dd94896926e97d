import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Everything that SECRET protects. Each purpose has a derived key (HKDF), so that a value for one
 * purpose is not valid for another. Values made with SECRET_PREVIOUS are still valid; new ones use
 * SECRET alone.
 */

/** The purposes of keys. */
export type Purpose =
  | 'access token'
  | 'sign-in attempt'
  | 'invitation'
  | 'password reset'
  | 'access after reset'
  | 'address'
  | 'unsubscribe'
  | 'credentials'
  | 'media'
  | 'link'
  | 'tried rule'
  | 'api key'
  | 'app token'
  | 'app successor'
  | 'app request'
  | 'agent question'
  | 'answer';

export type Secrets = ReturnType<typeof createSecrets>;

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

const derive = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `postfolio ${purpose}`, KEY_BYTES));

const macOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * A hash that nobody can compute without the salt, which is no secret of this installation. In one
 * call, because an HMAC takes thirty times as long.
 * @param salt of one length for each use
 */
export const hashWith = (salt: Buffer, text: string): Buffer =>
  Buffer.from(hash('sha256', salt.toString('hex') + text), 'hex');

/** An HMAC by a key that somebody else has, too, in base64. */
export const signWith = (key: Buffer, text: string): string => macOf(key, text).toString('base64');

/** What is stored of a token that is shown once. */
/** A random token that a URL takes as it is; of 24 bytes, 32 characters. */
export const newToken = (bytes = 24): string => randomBytes(bytes).toString('base64url');

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Identifies the key of a sealed value, without revealing it. */
const idOf = (key: Buffer) =>
  createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8);

/** @param previous the secret that is being replaced: its values stay valid */
export function createSecrets(secret: string, previous?: string) {
  const derived = new Map<Purpose, Buffer[]>();
  /** The current key, followed by previous ones that are still valid. */
  const keysOf = (purpose: Purpose): [Buffer, ...Buffer[]] => {
    const keys =
      derived.get(purpose) ??
      [secret, ...(previous ? [previous] : [])].map((secret) => derive(secret, purpose));
    derived.set(purpose, keys);
    return keys as [Buffer, ...Buffer[]];
  };

  const mac = (purpose: Purpose, text: string): string =>
    macOf(keysOf(purpose)[0], text).toString('base64url');

  function isMac(purpose: Purpose, text: string, given: string): boolean {
    const bytes = Buffer.from(given, 'base64url');
    return keysOf(purpose).some(
      (key) => bytes.length === KEY_BYTES && timingSafeEqual(bytes, macOf(key, text)),
    );
  }

  return {
    keysOf,

    /** Authentication codes of a text, as bytes: with the present key, and with former ones. */
    macsOf: (purpose: Purpose, text: string): [Buffer, ...Buffer[]] =>
      keysOf(purpose).map((key) => macOf(key, text)) as [Buffer, ...Buffer[]],

    /** A message authentication code of a text: 43 URL-safe characters. */
    mac,

    /** Verifies such a code in constant time. */
    isMac,

    /**
     * An id with its authentication code, for a link. It contains no dot: a path with a file
     * extension is treated as a file.
     */
    signId: (purpose: Purpose, id: number): string => `${id}-${mac(purpose, String(id))}`,

    /** The id of such a link; undefined where it is invalid. */
    readId: (purpose: Purpose, token: string): number | undefined => {
      const [, id = '', proof = ''] = /^([1-9]\d{0,15})-([\w-]{43})$/.exec(token) ?? [];
      return proof !== '' && isMac(purpose, id, proof) ? Number(id) : undefined;
    },

    /**
     * Encrypts a text for storage (AES-256-GCM), with the id of its key.
     * @param context what it belongs to, a row for example: it cannot be opened in another context
     */
    seal: (purpose: Purpose, text: string, context: string): string => {
      const [key] = keysOf(purpose);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([
        iv,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `v1.${idOf(key)}.${sealed.toString('base64url')}`;
    },

    /** @throws Error where it was sealed with another secret or context, or modified */
    open: (purpose: Purpose, sealed: string, context: string): string => {
      const [, id, encoded = ''] = SEALED.exec(sealed) ?? [];
      const key = keysOf(purpose).find((secret) => idOf(secret) === id);
      const bytes = Buffer.from(encoded, 'base64url');
      if (!key || bytes.length < IV_BYTES + TAG_BYTES)
        throw new Error(
          'cannot decrypt what was encrypted with another SECRET: set SECRET_PREVIOUS to that one',
        );
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      );
    },

    /** Whether it was sealed with a previous key, and is to be sealed again. */
    isStale: (purpose: Purpose, sealed: string): boolean =>
      SEALED.exec(sealed)?.[1] !== idOf(keysOf(purpose)[0]),
  };
}
