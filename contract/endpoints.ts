import * as auth from './auth.ts';
import * as bulk from './bulk.ts';
import type { Endpoint } from './endpoint.ts';
import * as folders from './folders.ts';
import * as items from './items.ts';
import * as threads from './threads.ts';

/** Every endpoint there is, by feature: what OpenAPI lists and what the tests of all endpoints walk over. */
export const features = {
  accounts: [auth.login, auth.register, auth.refreshToken, auth.logout, auth.me],
  folders: [folders.listFolders, folders.getFolder, folders.createFolder, folders.updateFolder, folders.deleteFolder],
  items: [items.listItems, items.getItem, items.createItem, items.updateItem, items.deleteItem, bulk.bulkOperation],
  threads: [
    threads.getThread,
    threads.createThread,
    threads.saveThread,
    threads.addToThread,
    threads.reply,
    threads.reorder,
    threads.removeFromThread,
    threads.duplicateThread,
  ],
} as unknown as Record<string, Endpoint[]>;
