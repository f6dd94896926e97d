import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { paths } from '#contract/paths.ts';
import { useContentView } from '#web/api/content-view.ts';
import { setBell } from '#web/features/people/notifications/bell.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { keepTypedAhead } from '#web/lib/keyboard/typed-ahead.ts';
import { later } from '#web/lib/later.ts';

const [useList] = later(() => import('./ShortcutList.tsx'));

/** Whether the list of shortcuts is open. */
export const useShortcuts = create(() => ({ open: false }));

/** The shortcuts of pages for members, and their list. */
export function Shortcuts() {
  const { open } = useShortcuts();
  const loaded = useList(open);
  const navigate = useNavigate();
  useKeyActions({
    '?': () => useShortcuts.setState({ open: true }),
    c: () => {
      keepTypedAhead();
      navigate(paths.createContent(useContentView.getState().selectedFolder));
    },
    '/': () => search(navigate),
    n: () => setBell(true),
  });
  return (
    open && loaded && <loaded.ShortcutList onClose={() => useShortcuts.setState({ open: false })} />
  );
}

/** Focuses the search field of this page, else opens that of the content page. */
function search(navigate: ReturnType<typeof useNavigate>) {
  const box = document.querySelector<HTMLElement>('main input[type=search]');
  if (box) box.focus();
  else navigate(paths.content, { state: { search: true } });
}
