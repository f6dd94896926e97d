import { laterComponent } from '#web/lib/later.ts';
import { useAskedTemplate } from './asked-template.ts';
import type { UseDialogProps } from './UseDialog.tsx';

const UseDialog = laterComponent<UseDialogProps>(
  () => import('./UseDialog.tsx').then((module) => module.UseDialog),
  { isExtra: true, isRare: true },
);

/** The dialog 'Use a template', where a page asks for it. */
export function TemplateUse() {
  const { asked } = useAskedTemplate();
  return (
    asked && <UseDialog asked={asked} onClose={() => useAskedTemplate.setState({ asked: null })} />
  );
}
