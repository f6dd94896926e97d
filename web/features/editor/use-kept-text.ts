import { useEffect, useRef, useState } from 'react';
import { useAuth } from '#web/api/auth-store.ts';
import type { EditorFields } from './editor-fields.ts';

const KEY = 'unsaved-text';

type Kept = { person: number; path: string; fields: EditorFields };

/**
 * Text that was being written when the session ended, wherever it was ended, is kept in this tab, and is there again when
 * the same person comes back to the same page.
 */
export function useKeptText() {
  const person = useRef(useAuth.getState().user?.id);
  const path = useRef(window.location.pathname);
  const unsaved = useRef<EditorFields>(null);
  const [kept] = useState(() => read(person.current, path.current));
  useEffect(() => {
    sessionStorage.removeItem(KEY);
    return () => {
      if (!unsaved.current || !person.current || useAuth.getState().isAuthenticated) return;
      sessionStorage.setItem(
        KEY,
        JSON.stringify({ person: person.current, path: path.current, fields: unsaved.current }),
      );
    };
  }, []);
  return {
    kept,
    keepOnSignOut: (fields: EditorFields | null) => {
      unsaved.current = fields;
    },
  };
}

function read(person: number | undefined, path: string) {
  const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  return stored?.person === person && stored?.path === path ? stored.fields : undefined;
}
