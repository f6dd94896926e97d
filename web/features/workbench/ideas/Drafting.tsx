import { useDrafting } from '#web/features/assistant/runs/drafting.ts';
import { laterComponent } from '#web/lib/later.ts';

const DraftDialog = laterComponent(
  () => import('./DraftDialog.tsx').then((module) => module.DraftDialog),
  { isRare: true },
);

/** The dialog that `askForDrafts` opens. */
export function Drafting() {
  const { asked } = useDrafting();
  return (
    asked && <DraftDialog asked={asked} onClose={() => useDrafting.setState({ asked: null })} />
  );
}
