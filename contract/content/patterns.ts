import { listMentioned } from './mentioned.ts';
import * as files from './pattern-files.ts';
import * as snippets from './snippets.ts';
import * as templates from './templates.ts';

/** The endpoints of what posts are made of. */
export const snippetEndpoints = [
  snippets.listSnippets,
  snippets.getSnippet,
  snippets.createSnippet,
  snippets.updateSnippet,
  snippets.deleteSnippet,
  snippets.useSnippet,
  listMentioned,
];

export const templateEndpoints = [
  templates.listTemplates,
  templates.getTemplate,
  templates.createTemplate,
  templates.saveAsTemplate,
  templates.updateTemplate,
  templates.duplicateTemplate,
  templates.deleteTemplate,
  templates.useTemplate,
  files.exportPatterns,
  files.importPatterns,
];
