import type { StoreApi } from 'zustand';
import type { Item } from '#contract/content/items.ts';
import { ApiError, isMissing } from '#web/api/client.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import {
  DRAFTS_FOLDER,
  type EditorFields,
  type EditorKind,
  type EditorValues,
  whatIsMissing,
} from './editor-fields.ts';
import type { Action } from './editor-reducer.ts';
import {
  type By,
  type EditorState,
  type Failure,
  isDirty,
  isLocked,
  isUnsaved,
  mayAutosave,
  type Saved,
} from './editor-state.ts';
import { sendable } from './parts.ts';

const TOO_MANY_REQUESTS = 429;
/** How often what was typed during a save is saved after it, before somebody leaves. */
const ROUNDS = 3;

export type SaveOptions = {
  by: By;
  /** The Idempotency-Key of a new text. */
  key: string;
  /** The page may be closed before the answer. */
  keepalive: boolean;
  /** Whether its author creates it by this. */
  creates: boolean;
  /** Whether what was taken from the assistant is in it. */
  assisted?: boolean;
};

/** What saving needs of the page that the editor is on. */
export type Surroundings = {
  /** The Idempotency-Key of a new text. */
  key: string;
  /** Saves; rejects with the error of the API. */
  save: (values: EditorValues, saved: Saved | undefined, how: SaveOptions) => Promise<Item[]>;
  /** The folder of the first text of a workspace. */
  firstFolder: () => Promise<number>;
  /** A new text was saved by itself: it has an item from now on. */
  onExists: (root: Item) => void;
  /** Its author has created it, and stays. */
  onCreated: (item: number) => void;
  /** The item of a new text is gone. */
  onForgotten: () => void;
  /** It was saved to leave; `another`: to write another one. */
  onSaved: (folder: number, another: boolean) => void;
};

type Sending = {
  /** The values of another text, in place of those that are there. */
  as?: EditorFields | undefined;
  keepalive?: boolean;
  isLeaving?: boolean;
};

/** Saves an open post, one request at a time. */
export class EditorSaver {
  #now: () => EditorState;
  #dispatch: (action: Action) => void;
  #around: Surroundings;
  #underWay: Promise<unknown> = Promise.resolve();
  /** Whether the page knows that a new text has an item. */
  #isAnnounced: boolean;

  constructor(
    store: StoreApi<EditorState>,
    dispatch: (action: Action) => void,
    around: Surroundings,
  ) {
    this.#now = store.getState;
    this.#dispatch = dispatch;
    this.#around = around;
    this.#isAnnounced = store.getState().base.saved !== undefined;
  }

  /** Saves, and leaves for the list; `another`: for another new text. */
  async save({ another = false, as }: { another?: boolean; as?: EditorFields } = {}) {
    if (this.#isBlocked()) return;
    const focused = document.activeElement;
    if (await this.#saveBy('leave', as))
      return this.#around.onSaved(this.#now().fields.folder as number, another);
    // A disabled field loses the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && focused instanceof HTMLElement)
        focused.focus();
    });
  }

  /** Saves the text as a new item, where the original was deleted. */
  saveAsNew() {
    const { fields } = this.#now();
    const parts = fields.parts.map(({ id: _, ...part }) => part);
    return this.save({ as: { ...fields, parts, status: 'draft' } });
  }

  /** Saves, and stays. Returns whether everything is saved. */
  async keep(): Promise<boolean> {
    if (this.#isBlocked()) return false;
    if (isDirty(this.#now()) || !this.#now().base.saved) return this.#saveBy('hand');
    this.#create();
    return true;
  }

  /** Saves by itself at once, as far as it may. Returns whether everything is saved. */
  async flush(how: Omit<Sending, 'as'> = {}): Promise<boolean> {
    for (let round = 0; round < ROUNDS; round++) {
      await this.#underWay;
      if (!isUnsaved(this.#now())) return true;
      if (!mayAutosave(this.#now()) || !(await this.#send('itself', how))) return false;
    }
    return !isUnsaved(this.#now());
  }

  /** Saves what is to be published, and says why where it cannot. Returns whether it is saved. */
  async saveToPublish(): Promise<boolean> {
    const isSaved = (mayAutosave(this.#now()) && (await this.flush())) || (await this.keep());
    // A text that is published is no new one any more.
    if (isSaved) this.#create();
    return isSaved;
  }

  #isBlocked() {
    return isLocked(this.#now()) || this.#now().conflict !== undefined;
  }

  /** Saves for its author: says why where it cannot. */
  async #saveBy(by: By, as?: EditorFields): Promise<boolean> {
    const missing = whatIsMissing(as ?? this.#now().fields);
    if (missing === undefined) return this.#send(by, { as });
    toast({ title: 'Validation Error', description: missing, variant: 'destructive' });
    return false;
  }

  #send(by: By, how: Sending): Promise<boolean> {
    const sent = this.#underWay.then(() => this.#sendNow(by, how));
    this.#underWay = sent;
    return sent;
  }

  async #sendNow(by: By, how: Sending, tries = ROUNDS): Promise<boolean> {
    if (this.#now().isDone) return false;
    if (by === 'itself' && !isUnsaved(this.#now())) return true;
    this.#dispatch({ do: 'send', by });
    const { base, fields: before, isNew, taken } = this.#now();
    try {
      if (before.folder === DRAFTS_FOLDER)
        this.#dispatch({ do: 'put in folder', folder: await this.#around.firstFolder() });
      const values = this.#now().fields;
      const items = await this.#request(values, base.saved, by, how);
      this.#dispatch({ do: 'saved', by, values, items, taken });
      if (by === 'leave') this.#dispatch({ do: 'finish' });
      else if (!how.isLeaving) this.#announce(items[0]);
      if (by === 'hand' && isNew) this.#around.onCreated(items[0]?.id ?? 0);
      return true;
    } catch (error) {
      this.#dispatch({ do: 'failed', by, values: before, failure: failureOf(error) });
      // What somebody else has saved was merged: both are saved.
      const { base: other, merged } = this.#now();
      if (isStale(error) && other !== base && merged && tries > 1) {
        const isSaved = await this.#sendNow(by, how, tries - 1);
        // Its author was told of the save only.
        if (isSaved && by !== 'itself') sayMerged(merged);
        return isSaved;
      }
      if (base.saved && !this.#now().base.saved) {
        this.#isAnnounced = false;
        this.#around.onForgotten();
      }
      if (by !== 'itself') tell(error, isNew, before.kind);
      return false;
    }
  }

  #request(
    values: EditorFields,
    saved: Saved | undefined,
    by: By,
    { as, keepalive = false }: Sending,
  ): Promise<Item[]> {
    const { folder } = values;
    if (folder === null) throw new Error('A text is saved in a folder.');
    const { save, key } = this.#around;
    const creates = this.#now().isNew && by !== 'itself';
    // A copy of what was deleted is another text.
    if (as)
      return save({ ...as, folder }, undefined, { by, keepalive, creates: true, key: randomKey() });
    const parts = sendable(values.parts, this.#now().base.fields.parts);
    const assisted = this.#now().taken > 0;
    return save({ ...values, folder, parts }, saved, { by, keepalive, creates, key, assisted });
  }

  /** What was saved by itself is created by its author. */
  #create() {
    const { isNew, base } = this.#now();
    if (!isNew || !base.saved) return;
    this.#dispatch({ do: 'create' });
    this.#around.onCreated(base.saved.id);
  }

  #announce(root: Item | undefined) {
    if (this.#isAnnounced || !root) return;
    this.#isAnnounced = true;
    this.#around.onExists(root);
  }
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'stale';

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'unknown' };
  const { status, message, body } = error;
  if (isStale(error)) return { kind: 'stale', current: [body.current].flat() as Item[] };
  if (isMissing(error)) return { kind: 'missing', message };
  if (status === TOO_MANY_REQUESTS) return { kind: 'later', message };
  if (status >= 400 && status < 500) return { kind: 'refused', message };
  return { kind: 'unknown', isOffline: status === 0 };
}

const AND = new Intl.ListFormat('en');

/** @param taken 'part 2', 'the tags'; nothing where the other text differs in nothing that is shown */
export function sayMerged(taken: readonly string[]) {
  if (taken.length === 0) return;
  const description = `Someone’s changes to ${AND.format(taken)} were merged with yours`;
  toast({ title: 'Success', description });
}

function tell(error: unknown, isNew: boolean, kind: EditorKind) {
  if (isStale(error)) return;
  const what = `Failed to ${isNew ? 'create' : 'update'} content`;
  const said = error instanceof ApiError ? error.message : '';
  const description = kind === 'thread' && said ? `${what}: ${said}` : `${what}. Please try again.`;
  toast({ title: 'Error', description, variant: 'destructive' });
}
