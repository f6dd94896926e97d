import * as additions from '#contract/publishing/additions.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './additions.service.ts';

export function additionRoutes({ bind, database }: AppContext) {
  bind(additions.getAdditions, ({ person, params }) =>
    service.getAdditions(database, person, params.id),
  );
}
