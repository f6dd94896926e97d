import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { refetchAlts, useProposedAlts } from './alt-queries.ts';
import { DescribedFile } from './DescribedFile.tsx';
import { useDescribing } from './use-describing.ts';

type Props = {
  /** Of a picture. */
  file: number;
  onConfirm: (alt: string) => Promise<unknown>;
  children: ReactNode;
};

/** The alt text of a picture of the library: the next proposal follows the one that is confirmed. */
export function LibraryAlt({ file, onConfirm, children }: Props) {
  const describing = useDescribing(file);
  const alts = useProposedAlts();
  const navigate = useNavigate();
  const confirm = async (text: string) => {
    const at = alts.findIndex((alt) => alt.file === file);
    // The next one, once this one is saved.
    const next = alts[at + 1] ?? alts[0];
    await onConfirm(text);
    await refetchAlts();
    if (next && next.file !== file) void navigate(paths.file(next.file), { replace: true });
  };
  return (
    <DescribedFile describing={describing} onConfirm={confirm}>
      {children}
    </DescribedFile>
  );
}
