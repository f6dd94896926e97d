import { statement } from '../../database/statement.ts';

export type AuditEntry = {
  workspaceId: number;
  userId: number | null;
  action: string;
  objectType: 'folder' | 'item' | 'user';
  objectId: number;
  contentItem: number | null;
  ip: string | null;
  /** JSON: by field, what was before and what is after. */
  changes: string;
};

export const insertEntry = statement<AuditEntry>()('audit.insert', (db, bind) =>
  db.insertInto('audit_log').values({
    workspace_id: bind('workspaceId'),
    user_id: bind('userId'),
    action: bind('action'),
    object_type: bind('objectType'),
    object_id: bind('objectId'),
    content_item: bind('contentItem'),
    ip_address: bind('ip'),
    changes: bind('changes'),
  }),
);
