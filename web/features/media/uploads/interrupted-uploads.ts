import { useAuth } from '#web/api/auth-store.ts';

/** Uploads that a reload would forget: kept for the person who is signed in. */

const STORED = 'unfinished-uploads';

/** What tells that a file is chosen again, for the same purpose. */
export type UploadFacts = {
  name: string;
  size: number;
  lastModified: number;
  workspace: number | undefined;
  folder: number | undefined;
  replaces: number | undefined;
};
type StoredUpload = UploadFacts & { id: string };

export const isSame = (a: UploadFacts, b: UploadFacts) =>
  a.name === b.name &&
  a.size === b.size &&
  a.lastModified === b.lastModified &&
  a.workspace === b.workspace &&
  a.folder === b.folder &&
  a.replaces === b.replaces;

const keyOfPerson = () => `${STORED}-${useAuth.getState().user?.id ?? ''}`;

export function readStored(): StoredUpload[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOfPerson()) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function store(stored: StoredUpload[]) {
  try {
    localStorage.setItem(keyOfPerson(), JSON.stringify(stored));
  } catch {
    // A full storage: after a reload they begin anew.
  }
}

export const remember = (stored: StoredUpload) =>
  store([...readStored().filter(({ id }) => id !== stored.id), stored]);
export const forget = (gone: string) => store(readStored().filter(({ id }) => id !== gone));
