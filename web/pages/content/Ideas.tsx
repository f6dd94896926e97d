import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { IdeasView } from '#web/features/workbench/ideas/IdeasView.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

/** Ideas for posts, from the assistant. */
export default function IdeasPage() {
  const assistant = useAssistant();
  const owns = useCan('own');
  return (
    <>
      <title>Ideas</title>
      {assistant ? (
        <IdeasView assistant={assistant} />
      ) : (
        <div className="appear-late p-6">
          <h1 className="mb-2 font-semibold text-xl">Ideas</h1>
          <p className="text-muted">The assistant is off. Nothing is sent anywhere.</p>
          {owns && <TextLink to={paths.assistantSettings}>Assistant settings</TextLink>}
        </div>
      )}
    </>
  );
}
