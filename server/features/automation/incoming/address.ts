import type { Config } from '../../../config/config.ts';

export const addressOf = ({ origin }: Pick<Config, 'origin'>, secret: string): string =>
  `${origin}/api/in/${secret}/`;
