import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Builds the script for sites of workspaces: one file without a name of ours in the page. */
export async function buildSiteScript(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, '../web/site-script/v.ts'),
    tsconfig: false,
    transform: { target: 'es2018' },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}
