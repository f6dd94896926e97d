import { useAuth } from './auth-store.ts';

const STORE = 'workspace';

type Chosen = { user: number; workspace: number };

function read(storage: Storage): number | undefined {
  try {
    const chosen = JSON.parse(storage.getItem(STORE) ?? 'null') as Chosen | null;
    return chosen && chosen.user === useAuth.getState().user?.id ? chosen.workspace : undefined;
  } catch {
    return undefined;
  }
}

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
export const hasChosenWorkspace = () => read(localStorage) !== undefined;

/** The tab stays in the workspace that it shows, which the server has chosen. */
export function stayInWorkspace(workspace: number) {
  const user = useAuth.getState().user?.id;
  if (user !== undefined && read(sessionStorage) === undefined)
    sessionStorage.setItem(STORE, JSON.stringify({ user, workspace } satisfies Chosen));
}

export function forgetWorkspace() {
  sessionStorage.removeItem(STORE);
  localStorage.removeItem(STORE);
}
