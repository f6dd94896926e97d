import type { AttachmentsProps } from '#web/features/media/attachments/AddMedia.tsx';
import { laterComponent } from '#web/lib/later.ts';

/** The files of a part: with drag and drop, and what networks take, which may come later. */
export const AttachmentsField = laterComponent<AttachmentsProps>(() =>
  import('#web/features/media/attachments/AttachmentsField.tsx').then(
    (module) => module.AttachmentsField,
  ),
);
