import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { IDEA_SOURCE_NAMES } from '#contract/assistant/actions.ts';
import type { AssistantState } from '#contract/assistant/state.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { Disclosure } from '#web/features/assistant/runs/Disclosure.tsx';
import { Failed } from '#web/features/assistant/runs/Failed.tsx';
import { ServerLine } from '#web/features/assistant/runs/ServerLine.tsx';
import { FolderChoice } from '#web/features/content/folders/FolderChoice.tsx';
import { firstFolder } from '#web/features/content/folders/first-folder.ts';
import { useFolderChoice } from '#web/features/content/folders/use-folder-choice.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import { IdeaList } from './IdeaList.tsx';
import { IdeasQuestion, type Question } from './IdeasQuestion.tsx';
import { type Row, useIdeas } from './use-ideas.ts';

type Assistant = AssistantState & { server: NonNullable<AssistantState['server']> };

/** Beginnings from a subject, the best posts and the calendar; each becomes a draft with one key. */
export function IdeasView({ assistant }: { assistant: Assistant }) {
  const navigate = useNavigate();
  const ideas = useIdeas(useZone());
  const { run, rows } = ideas;
  const [{ subject, from }, setQuestion] = useState<Question>({
    subject: '',
    from: IDEA_SOURCE_NAMES,
  });
  const choice = useFolderChoice();
  const { folder, nameOf } = choice;
  const isWriting = run.state === 'running';
  const hasQuestion = subject.trim() !== '' || from.length > 0;

  const ask = () => {
    if (hasQuestion && !isWriting) void ideas.ask({ subject, from, folder });
  };
  const make = async (row: Row) => ideas.make(row, folder ?? (await firstFolder()));
  const open = async (row: Row) => {
    const id = await make(row);
    if (id !== undefined) void navigate(paths.editContent(id));
  };
  return (
    <div className="flex min-w-0 grow flex-col">
      <div
        data-sticks
        className="sticky top-12 z-20 flex min-h-12 items-center gap-2 border-line border-b bg-surface px-4"
      >
        <h1 className="grow truncate font-semibold text-[15px]">Ideas</h1>
        <span aria-hidden className="text-muted max-md:hidden">
          For
        </span>
        <FolderChoice choice={choice} label="For the folder" className="max-w-48" />
        <Button
          size="bar"
          aria-label="Ten others"
          disabled={!assistant.acknowledged || !hasQuestion || isWriting || !ideas.hasSeen}
          onClick={ask}
        >
          <RotateCcw size={14} aria-hidden />
          <span className="max-md:sr-only">Ten others</span>
        </Button>
      </div>
      <IdeasQuestion
        question={{ subject, from }}
        isOff={!assistant.acknowledged || !hasQuestion || isWriting}
        onChange={setQuestion}
        onAsk={ask}
      />
      {assistant.acknowledged ? (
        <>
          {run.failure && (
            <div className="p-4">
              <Failed failure={run.failure} onAgain={ask} />
            </div>
          )}
          {rows.length === 0 && !isWriting && !run.failure && (
            <p className="p-8 text-center text-muted">Say a subject, or choose a source.</p>
          )}
          <IdeaList
            ideas={ideas}
            folder={nameOf(folder)}
            onMake={(row) => void make(row)}
            onOpen={(row) => void open(row)}
          />
          {isWriting && (
            <div className="flex items-center gap-3 px-4 py-3">
              <Skeleton className="h-9 grow" />
              <Button size="small" onClick={ideas.stop}>
                Stop
              </Button>
            </div>
          )}
          <p role="status" className="sr-only">
            {isWriting
              ? 'Writing'
              : run.state === 'done'
                ? `Finished, ${plural(rows.length, 'idea')}`
                : ''}
          </p>
          <Foot server={assistant.server} postsSent={ideas.postsSent} />
        </>
      ) : (
        <div className="max-w-xl p-4 md:p-6">
          <Disclosure
            server={assistant.server}
            sent="The subject; beginnings and figures of your best posts, gaps and notes of the calendar, where they are chosen; the voice of the folder."
            notSent="Comments, accounts, keys."
            onClose={() => void navigate(paths.content)}
          />
        </div>
      )}
    </div>
  );
}

function Foot({
  server,
  postsSent,
}: {
  server: Assistant['server'];
  postsSent: number | undefined;
}) {
  const { host, model } = server;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 text-muted text-xs">
      <p className="flex grow items-center gap-1.5 text-text max-md:hidden">
        <Keys>J</Keys>
        <Keys>K</Keys> move <Keys>↵</Keys> make a draft <Keys>⇧</Keys>
        <Keys>↵</Keys> and open it <Keys>X</Keys> not this one
      </p>
      {postsSent ? (
        <p>
          Beginnings and figures of {plural(postsSent, 'post')} were sent to {host}, {model}
        </p>
      ) : (
        <ServerLine server={server} />
      )}
    </div>
  );
}
