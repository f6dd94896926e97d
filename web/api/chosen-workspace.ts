import { useAuth } from './auth-store.ts';

const STORE = 'workspace';

/** `isDefault`: the server chose it, because the person has not. */
type Chosen = { user: number; workspace: number; isDefault?: true };

function readChosen(storage: Storage): Chosen | undefined {
  try {
    const chosen = JSON.parse(storage.getItem(STORE) ?? 'null') as Chosen | null;
    return chosen?.user === useAuth.getState().user?.id ? (chosen ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

const read = (storage: Storage) => readChosen(storage)?.workspace;

/** The person whose last choice this tab has looked for. */
let looked: number | undefined;

/**
 * The workspace that this person chose in this tab, else their last choice; undefined where there
 * is none. A tab keeps its workspace, whatever is chosen in another.
 */
export function chosenWorkspace(): number | undefined {
  const here = read(sessionStorage);
  const user = useAuth.getState().user?.id;
  // A tab looks for the last choice once: what is chosen in another tab later is not for this one.
  if (here !== undefined || looked === user) return here;
  looked = user;
  const last = read(localStorage);
  if (last !== undefined) sessionStorage.setItem(STORE, localStorage.getItem(STORE) ?? '');
  return last;
}

export function chooseWorkspace(workspace: number) {
  const user = useAuth.getState().user?.id;
  if (user === undefined) return;
  const chosen = JSON.stringify({ user, workspace } satisfies Chosen);
  sessionStorage.setItem(STORE, chosen);
  localStorage.setItem(STORE, chosen);
}

/** Whether this person has ever chosen a workspace on this device. */
export function hasChosenWorkspace(): boolean {
  const last = readChosen(localStorage);
  return last !== undefined && !last.isDefault;
}

/** The tab stays in the workspace that it shows, which the server has chosen, and later ones begin there. */
export function stayInWorkspace(workspace: number) {
  const user = useAuth.getState().user?.id;
  if (user === undefined || read(sessionStorage) !== undefined) return;
  const shown = JSON.stringify({ user, workspace, isDefault: true } satisfies Chosen);
  sessionStorage.setItem(STORE, shown);
  if (read(localStorage) === undefined) localStorage.setItem(STORE, shown);
}

export function forgetWorkspace() {
  sessionStorage.removeItem(STORE);
  localStorage.removeItem(STORE);
}
