import { AttentionList } from '#web/features/publishing/AttentionList.tsx';

/** What has stopped and needs a person. */
export default function AttentionPage() {
  return (
    <>
      <title>Needs attention</title>
      <h1 className="font-semibold text-xl">Needs attention</h1>
      <AttentionList />
    </>
  );
}
