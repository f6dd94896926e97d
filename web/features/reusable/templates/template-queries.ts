import { useQuery } from '@tanstack/react-query';
import * as contract from '#contract/content/templates.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

const CHANGED = [keys.templates];

export type TemplateFilters = {
  search: string;
  tags: readonly string[];
  sort: contract.TemplateSort;
};

export const useTemplates = ({ search, tags, sort }: TemplateFilters, enabled = true) =>
  useQuery({
    queryKey: keys.templateList({ search, tags, sort }),
    enabled,
    queryFn: ({ signal }) =>
      call(contract.listTemplates, {
        query: { sort, ...(search && { search }), ...(tags.length && { tags: [...tags] }) },
        signal,
      }),
    placeholderData: (former) => former,
  });

export const useTemplate = (id: number | undefined) =>
  useQuery({
    queryKey: keys.template(id ?? 0),
    // A use begins with the values of the last one, and editing with what is saved.
    staleTime: 0,
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(contract.getTemplate, { params: { id: String(id) }, signal }),
  });

/** Creates a template, or saves the one with this id. */
export const useSaveTemplate = () =>
  useInvalidatingMutation({
    run: ({ id, ...body }: contract.TemplateInput & { id?: number; version?: number }) =>
      id === undefined
        ? call(contract.createTemplate, { body })
        : call(contract.updateTemplate, { params: { id: String(id) }, body }),
    invalidates: CHANGED,
    success: ({ name }) => `Template ‘${name}’ saved`,
    failure: 'Failed to save the template',
  });

export const useDuplicateTemplate = () =>
  useInvalidatingMutation({
    run: (id: number) => call(contract.duplicateTemplate, { params: { id: String(id) } }),
    invalidates: CHANGED,
    success: ({ name }) => `Template ‘${name}’ made`,
    failure: 'Failed to duplicate the template',
  });

export const useDeleteTemplate = () =>
  useInvalidatingMutation({
    run: (id: number) => call(contract.deleteTemplate, { params: { id: String(id) } }),
    // It is gone itself.
    invalidates: [keys.templateLists],
    success: 'Template deleted',
    failure: 'Failed to delete the template',
  });
