import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Checkbox } from '#web/ui/Checkbox.tsx';

/** Whether the preview is beside the text, stored on this device. */
export const usePreviewed = create<{ shown: boolean }>()(
  persist((): { shown: boolean } => ({ shown: true }), { name: 'editor-preview', version: 0 }),
);

/** Shows and hides the preview, where there is room for it. */
export const PreviewToggle = () => {
  const shown = usePreviewed((state) => state.shown);
  return (
    <span className="hidden xl:block">
      <Checkbox checked={shown} onChange={(next) => usePreviewed.setState({ shown: next })}>
        Show the preview
      </Checkbox>
    </span>
  );
};
