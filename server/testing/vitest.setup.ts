import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { createTestDatabase, startTestServer } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of the test server, with `{database}` in place of the name, and the database to
     * copy.
     */
    postgres: { url: string; template: string };
  }
}

/**
 * One PostgreSQL and one migrated database for all tests; each test file works on a copy. Builds the
 * program, where it is stale, for those that start it as a process.
 */
export default async function setup(project: TestProject) {
  await promisify(execFile)(process.execPath, ['scripts/build.js', 'server']);
  const server = await startTestServer();
  const template = await createTestDatabase(server.urlOf);
  project.provide('postgres', { url: server.urlOf('{database}'), template: template.name });
  return async () => {
    await template.drop();
    await server.stop();
  };
}
