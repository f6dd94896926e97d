import { expect } from 'vitest';
import type { TestApp } from './app.ts';

let names = 0;

/** Makes rules of a person over the API. */
export function rulesOf(app: TestApp, token: string) {
  const create = (rule: object) =>
    app.post('/api/rules/', { name: `Rule ${++names}`, ...rule }, token);
  /** A rule that was tried, and is on. */
  const on = async (rule: object) => {
    const { status, body } = await create(rule);
    expect([status, body]).toEqual([201, expect.anything()]);
    const path = `/api/rules/${body.id}/` as const;
    expect((await app.post(`${path}try/`, {}, token)).status).toBe(200);
    const switched = await app.put(`${path}switch/`, { on: true }, token);
    expect([switched.status, switched.body.state]).toEqual([200, 'on']);
    return switched.body;
  };
  return { create, on };
}
