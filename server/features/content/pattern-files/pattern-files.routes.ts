import * as files from '#contract/content/pattern-files.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './pattern-files.service.ts';

export function patternFileRoutes(context: AppContext) {
  const { bind } = context;
  bind(files.exportPatterns, ({ person, query }) =>
    service.exportPatterns(context, person, query.templates),
  );
  bind(files.importPatterns, ({ person, body }) =>
    service.importPatterns(context, person, body.file),
  );
}
