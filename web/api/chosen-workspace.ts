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

/**
 * The workspace that this person chose in this tab, else their last choice; undefined where there
 * is none. A tab keeps its workspace, whatever is chosen in another.
 */
export function chosenWorkspace(): number | undefined {
  const here = read(sessionStorage);
  if (here !== undefined) return here;
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

export function forgetWorkspace() {
  sessionStorage.removeItem(STORE);
  localStorage.removeItem(STORE);
}
