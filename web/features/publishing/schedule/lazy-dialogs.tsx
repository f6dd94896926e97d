import { type ComponentProps, lazy, Suspense } from 'react';

/** The dialogs with a calendar, whose code is loaded when they are opened. */

const Publish = lazy(() =>
  import('./PublishDialog.tsx').then(({ PublishDialog }) => ({ default: PublishDialog })),
);
const MoveTime = lazy(() =>
  import('./MoveTimeDialog.tsx').then(({ MoveTimeDialog }) => ({ default: MoveTimeDialog })),
);

export const PublishDialog = (props: ComponentProps<typeof Publish>) => (
  <Suspense>
    <Publish {...props} />
  </Suspense>
);

export const MoveTimeDialog = (props: ComponentProps<typeof MoveTime>) => (
  <Suspense>
    <MoveTime {...props} />
  </Suspense>
);
