import { useSearchParams } from 'react-router';
import { TemplatesView } from '#web/features/reusable/templates/TemplatesView.tsx';
import { laterComponent } from '#web/lib/later.ts';

const SnippetsView = laterComponent<object>(() =>
  import('#web/features/reusable/snippets/SnippetsView.tsx').then((module) => module.SnippetsView),
);
const SetsView = laterComponent<object>(() =>
  import('#web/features/reusable/channel-sets/SetsView.tsx').then((module) => module.SetsView),
);

/** What posts are made of: templates, snippets and sets of channels. */
export default function TemplatesPage() {
  const [query] = useSearchParams();
  const view = query.get('view');
  if (view === 'snippets') return <SnippetsView />;
  if (view === 'sets') return <SetsView />;
  return <TemplatesView />;
}
