import { CircleX } from 'lucide-react';
import { useZone } from '#web/api/workspace.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { PanelHead } from '#web/features/assistant/panel-parts/PanelHead.tsx';
import { TALL } from '#web/features/assistant/panel-parts/phone-buttons.ts';
import { useFocusKept } from '#web/features/assistant/panel-parts/use-focus-kept.ts';
import {
  failureText,
  type Remedy,
  type RunFailure,
} from '#web/features/assistant/runs/failures.ts';
import { OwnerRemedy } from '#web/features/assistant/runs/OwnerRemedy.tsx';
import { Button } from '#web/ui/Button.tsx';

/** Why there is no answer, and what helps. What came stays. */
export function FailedView({ panel }: { panel: Panel }) {
  const { asking, host } = panel;
  const zone = useZone();
  const box = useFocusKept<HTMLDivElement>();
  if (!asking.failure) return null;
  const { title, says, remedies } = failureText(asking.failure, zone);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {asking.written && (
        <>
          <PanelHead label={asking.question?.label ?? ''} />
          <p
            dir="auto"
            className="max-h-[40vh] overflow-y-auto whitespace-pre-wrap px-4 pb-2 text-[15px] leading-6"
          >
            {asking.written}
          </p>
        </>
      )}
      <div className="flex gap-3 p-3 max-md:p-4">
        <CircleX size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
        <div className="flex min-w-0 flex-col gap-2">
          <div>
            <p className="font-medium text-[13px]">{title}</p>
            {(says !== 'What came stays.' || asking.written) && (
              <p className="text-muted text-xs">{says}</p>
            )}
          </div>
          <div className="flex flex-wrap gap-1.5">
            {remedies.map((remedy) => (
              <RemedyButton key={remedy} remedy={remedy} panel={panel} />
            ))}
            {isContext(asking.failure) && host.isPost && host.isThread && (
              <Button size="small" onClick={() => host.setPost(false)} className={TALL}>
                Ask about {host.partName.toLowerCase()} alone
              </Button>
            )}
            <Button variant="ghost" size="small" onClick={panel.discard} className={TALL}>
              Close
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

/** The question is too long for the model. */
const isContext = ({ kind }: RunFailure) => kind === 'context' || kind === 'context_refused';

function RemedyButton({ remedy, panel }: { remedy: Remedy; panel: Panel }) {
  const { failure, written } = panel.asking;
  if (remedy === 'owner')
    return failure ? <OwnerRemedy kind={failure.kind} className={TALL} /> : null;
  if (remedy === 'go on' && written === '') return null;
  return (
    <Button size="small" onClick={remedy === 'again' ? panel.again : panel.goOn} className={TALL}>
      {remedy === 'again' ? 'Try again' : 'Go on'}
    </Button>
  );
}
