import { LayoutTemplate, Plus } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { TEMPLATE_SORTS, type TemplateSort } from '#contract/content/templates.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { askForTemplate } from './asked-template.ts';
import { FilesMenu } from './FilesMenu.tsx';
import { TemplateDetail } from './TemplateDetail.tsx';
import { TemplateFilterBar } from './TemplateFilterBar.tsx';
import { TemplateRow } from './TemplateRow.tsx';
import { TemplatesRow } from './TemplatesRow.tsx';
import { useTemplate, useTemplates } from './template-queries.ts';

/** The templates of the workspace, beside the one that is chosen. */
export function TemplatesView() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const writes = useCan('write');
  const beside = useMedia('(min-width: 1024px)');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const sort = TEMPLATE_SORTS.find((known) => known === query.get('sort')) ?? 'used';
  const filters = { search: query.get('q') ?? '', tags: query.getAll('tag'), sort };
  const templates = useTemplates(filters);
  const rows = templates.data ?? [];
  const named = Number(query.get('template') ?? 0);
  const chosen = rows.find(({ id }) => id === named) ?? (beside ? rows[0] : undefined);
  const { data: template } = useTemplate(chosen?.id);
  const isFiltered = filters.search !== '' || filters.tags.length > 0;
  /** Changes the address: what is left out is undefined. */
  const set = (name: string, values: readonly string[]) =>
    setQuery(
      (before) => {
        before.delete(name);
        for (const value of values) before.append(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const choose = (id: number | undefined) => set('template', id === undefined ? [] : [String(id)]);
  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => id === chosen?.id) + by];
    if (!next) return;
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-template="${next.id}"]`)?.focus();
  }
  useKeyActions({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    '/': () => search.current?.focus(),
    ...(chosen &&
      writes && {
        e: () => navigate(paths.template(chosen.id)),
        Enter: ({ target }: KeyboardEvent) => {
          if ((target as Element).closest('button:not([data-template]), a')) return false;
          return askForTemplate({ template: chosen.id });
        },
      }),
  });
  const detail = template && template.id === chosen?.id && (
    <TemplateDetail key={template.id} template={template} />
  );
  return (
    <>
      <title>Templates</title>
      <TemplatesRow view="templates" count={templates.data?.length}>
        <SearchInput
          ref={search}
          size="small"
          aria-label="Search templates"
          placeholder="Search templates..."
          value={filters.search}
          onChange={({ target }) => set('q', target.value ? [target.value] : [])}
          className="w-52 max-sm:w-36"
        />
        <FilesMenu writes={writes} />
        {writes && (
          <Button asChild variant="primary" size="bar">
            <Link to={paths.template('new')}>
              <Plus size={16} aria-hidden /> New template
            </Link>
          </Button>
        )}
      </TemplatesRow>
      {templates.isError && !templates.data && (
        <div className="p-4">
          <RetryAlert message="That didn’t load." onRetry={() => void templates.refetch()} />
        </div>
      )}
      {templates.data && rows.length === 0 && !isFiltered && (
        <div className="px-4 pt-24">
          <EmptyState icon={LayoutTemplate} title="No templates yet. Save any post as one." />
        </div>
      )}
      {(rows.length > 0 || isFiltered) && (
        <div className="grid min-h-0 grow lg:grid-cols-[minmax(0,1fr)_400px]">
          <div className="min-w-0">
            <TemplateFilterBar
              templates={rows}
              tags={filters.tags}
              onTags={(tags) => set('tag', tags)}
              sort={sort}
              onSort={(next: TemplateSort) => set('sort', next === 'used' ? [] : [next])}
            />
            <ul ref={list} aria-label="Templates">
              {rows.map((row) => (
                <TemplateRow
                  key={row.id}
                  template={row}
                  isChosen={row.id === chosen?.id}
                  onChoose={() => choose(row.id)}
                />
              ))}
            </ul>
            {rows.length === 0 && <p className="p-4 text-muted">No template matches.</p>}
          </div>
          {beside && (
            <aside
              aria-label={template?.name ?? 'Template'}
              className="sticky top-24 flex h-[calc(100dvh-6rem)] min-w-0 flex-col border-line border-l bg-page"
            >
              {detail}
            </aside>
          )}
          {!beside && (
            <Sheet open={chosen !== undefined} onClose={() => choose(undefined)} title="Template">
              {detail}
            </Sheet>
          )}
        </div>
      )}
    </>
  );
}
