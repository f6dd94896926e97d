import { DEFAULT_CONTEXT } from '#contract/assistant/limits.ts';
import type { AssistantSettings, ServerFields } from '#contract/assistant/settings.ts';
import { exactCount } from '#web/lib/count.ts';

/** What the form of the server holds. */
export type Values = {
  url: string;
  /** Null: the stored one, or none. */
  key: string | null;
  model: string;
  vision_model: string;
  context: string;
};

export const initialValues = ({ server, address }: AssistantSettings): Values => ({
  url: address ?? '',
  key: null,
  model: server?.model ?? '',
  vision_model: server?.vision_model ?? '',
  context: exactCount(server?.context ?? DEFAULT_CONTEXT),
});

/** A number as people write it: '32,768', '32 768'; 0 where it is none. */
export const numberOf = (text: string): number => {
  const digits = text.replaceAll(/[\s.,'’]/g, '');
  return /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
};

/** @param keepsKey whether the stored key is used */
export const sentOf = (values: Values, keepsKey: boolean): ServerFields & { context: number } => ({
  url: values.url.trim(),
  ...(!keepsKey && { key: values.key?.trim() || null }),
  model: values.model.trim(),
  vision_model: values.vision_model.trim() || null,
  context: numberOf(values.context),
});

export const hostOf = (url: string): string | undefined =>
  URL.canParse(url.trim()) ? new URL(url.trim()).host || undefined : undefined;

/** Whether both addresses are of the same server, which has the key. */
export const isSameServer = (url: string, address: string | null): boolean =>
  address !== null &&
  URL.canParse(url.trim()) &&
  new URL(url.trim()).origin === new URL(address).origin;
