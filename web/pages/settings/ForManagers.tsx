import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '#web/api/workspace.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';

/** What only those see who manage the workspace. */
export function ForManagers({ title, children }: { title: string; children: ReactNode }) {
  const manages = useCan('manage');
  if (manages) return children;
  return (
    <EmptyState
      isPage
      icon={Lock}
      title={title}
      hint="Only the owner and the admins of the workspace see this."
    />
  );
}
