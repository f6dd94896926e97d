import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';

/**
 * Opens a copy in place of the page that it was made on; returns the button of a toast where its
 * author has gone elsewhere meanwhile.
 * @param from the address of that page; undefined: the copy is only offered
 */
export function useOpenCopy() {
  const navigate = useNavigate();
  return (id: number, from: string | undefined) => {
    const run = () => void navigate(paths.editContent(id));
    if (from !== window.location.href) return { label: 'Open', run };
    run();
    return undefined;
  };
}
