import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { DayOrInstant, IdText, Instant, intParam, UserRef } from '../http/fields.ts';

/**
 * Who did what to which object, from which IP address, and the changes by field. A deleted user is
 * null. `member`: the affected user, where the object is a membership.
 */
export const AuditEntry = z.object({
  id: z.int(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.int(),
  content_item: z.int().nullable(),
  user: UserRef,
  /** Whether the server did it, as by its schedule; its entries have no user. */
  by_server: z.boolean(),
  member: UserRef,
  /** The present title or name of the object, or of the item it is about; null once it is gone. */
  title: z.string().nullable(),
  ip_address: z.string().nullable(),
  /** The key by which it was done, where a program did it. */
  api_key: z.object({ id: z.int(), name: z.string() }).nullable(),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
  created_at: Instant,
});
export type AuditEntry = z.output<typeof AuditEntry>;

/**
 * Filters of the audit log (docs/domain/review.md, 'Audit log'). A date without a time is a UTC
 * day; the end is inclusive.
 */
const filters = {
  content_item: IdText.optional(),
  user: IdText.optional(),
  api_key: IdText.optional(),
  action: z.string().max(100, 'Expected at most 100 characters.').optional(),
  start_date: DayOrInstant.optional(),
  end_date: DayOrInstant.optional(),
  object_id: IdText.optional(),
  ip_address: z
    .union([z.ipv4(), z.ipv6()], 'Expected an IP address, such as 203.0.113.7.')
    .optional(),
};

export const AuditFilters = z.object(filters);
export type AuditFilters = z.output<typeof AuditFilters>;

export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/api/content/audit-logs/',
  access: 'audit',
  summary: 'Audit entries that match all filters, newest first; the total is in X-Total-Count',
  query: z.object({
    ...filters,
    page: intParam(1, 10_000_000).optional(),
    page_size: intParam(1, 100).default(20),
  }),
  response: z.array(AuditEntry),
});

export const summariseAuditLogs = endpoint({
  method: 'GET',
  path: '/api/content/audit-logs/summary/',
  access: 'audit',
  summary: 'Count matching entries by action and by person',
  query: AuditFilters,
  response: z.object({
    total: z.int(),
    by_action: z.array(z.object({ action: z.string(), count: z.int() })),
    by_user: z.array(z.object({ user: UserRef, count: z.int() })),
  }),
});

const EXPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportAuditLogs = endpoint({
  method: 'GET',
  path: '/api/content/audit-logs/export/',
  access: 'audit',
  summary: 'All matching entries, oldest first, streamed as a file',
  query: z.object({
    ...filters,
    format: z.enum(EXPORT_FORMATS, 'Expected csv or json.').default('csv'),
  }),
  response: { kind: 'file', types: ['text/csv', 'application/json'] },
});
