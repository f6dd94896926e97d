import { paths } from '#contract/paths.ts';
import type { Config } from '../../../config/config.ts';
import { newToken } from '../../../secrets.ts';

const TOKEN_BYTES = 32;
export const newLinkToken = (): string => newToken(TOKEN_BYTES);

export const linkOf = ({ origin }: Pick<Config, 'origin'>, token: string): string =>
  origin + paths.sharedReport(token);
