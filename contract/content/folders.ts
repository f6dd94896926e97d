import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, nameText, optionalText } from '../http/fields.ts';

/** The list of all folders is one response. */
export const MAX_FOLDERS = 2000;

export const Folder = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  parent: z.int().nullable(),
  content_items_count: z.int(),
  posts_count: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Folder = z.output<typeof Folder>;

const name = nameText('Folder name', {
  max: 100,
  missing: 'Folder name is required',
  long: 'Folder name must be at most 100 characters',
});

export const FolderCreate = z.object({
  name,
  description: optionalText('Description', 1000),
  parent: Id.nullish(),
});
export type FolderCreate = z.input<typeof FolderCreate>;

export const FolderUpdate = FolderCreate.partial();
export type FolderUpdate = z.input<typeof FolderUpdate>;

/** docs/domain/content.md, 'Folders'. The list is complete: every folder is in `results`. */
export const listFolders = endpoint({
  method: 'GET',
  path: '/api/content/folders/',
  access: 'read',
  summary: 'All folders of the workspace, by name',
  response: z.object({
    count: z.int(),
    next: z.null(),
    previous: z.null(),
    results: z.array(Folder),
  }),
});

export const getFolder = endpoint({
  method: 'GET',
  path: '/api/content/folders/:id/',
  access: 'read',
  summary: 'One folder',
  params: IdParams,
  response: Folder,
});

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/content/folders/',
  access: 'write',
  summary: 'Create a folder',
  body: FolderCreate,
  response: Folder,
  status: 201,
});

export const updateFolder = endpoint({
  method: 'PUT',
  path: '/api/content/folders/:id/',
  access: 'write',
  summary: 'Update the given fields',
  params: IdParams,
  body: FolderUpdate,
  response: Folder,
});

export const deleteFolder = endpoint({
  method: 'DELETE',
  path: '/api/content/folders/:id/',
  access: 'write',
  summary: 'Delete a folder with its subfolders and content',
  params: IdParams,
});
