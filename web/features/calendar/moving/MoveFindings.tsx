import { CircleAlert, CircleX } from 'lucide-react';

export type MoveFinding = { level: 'error' | 'warning'; text: string; handle: string };

/** What is wrong with the time that was chosen. */
export const MoveFindings = ({ findings }: { findings: readonly MoveFinding[] }) => (
  <ul aria-label="Findings" className="flex flex-col gap-1.5 text-xs">
    {findings.map(({ level, text, handle }) => (
      <li key={`${handle} ${text}`} className="flex items-start gap-2">
        {level === 'error' ? (
          <CircleX size={16} role="img" aria-label="Error:" className="shrink-0 text-danger" />
        ) : (
          <CircleAlert
            size={16}
            role="img"
            aria-label="Warning:"
            className="shrink-0 text-warning"
          />
        )}
        <span>
          {handle}: {text}.
        </span>
      </li>
    ))}
  </ul>
);
