import { ReviewQueue } from '#web/features/workflow/ReviewQueue.tsx';
import { FolderLabel } from './content/labels.tsx';

/** The queue of pending reviews. */
export default function ReviewPage() {
  return (
    <>
      <title>Waiting for Review</title>
      <h1 className="mb-6 font-semibold text-xl">Waiting for Review</h1>
      <ReviewQueue folderOf={(folder) => <FolderLabel folder={folder} />} />
    </>
  );
}
