import { expect, test } from 'vitest';
import { type Row, resultOf } from '#contract/authority/cases.ts';
import { STANDING, type StandingRow } from '#contract/authority/standing.ts';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import { done, type Scene, useScenes } from '../../../testing/authority.ts';
import { addSlots, changeRole, part, set } from '../../../testing/authority-steps.ts';
import { jpeg } from '../../../testing/media-files.ts';
import type { Call } from '../../../testing/responses.ts';
import { runJob } from '../../../testing/run-job.ts';

/** What rules publish without a look: rows of `STANDING`, through HTTP and the jobs. */

const { app, begin } = useScenes();

/** Lets something happen that starts the rules. */
type Try = (scene: Scene) => Promise<unknown>;

const DRAFTS = { scopes: ['read', 'write'], drafts_only: true };

/** The owner's rule, which was tried and is on. */
async function rule(scene: Scene, trigger: object, actions: object[], becomes?: object) {
  const call = scene.by('owner');
  const given = { name: `Rule ${Math.random()}`, trigger, actions, ...(becomes && { becomes }) };
  const { id } = await done(call('/api/rules/', 'POST', given));
  await done(call(`/api/rules/${id}/try/`, 'POST', {}));
  await done(call(`/api/rules/${id}/switch/`, 'PUT', { on: true }));
}

async function queue(scene: Scene) {
  await addSlots(scene);
  const chosen = { name: 'Short', channels: [scene.channel] };
  const { id } = await done(scene.by('owner')('/api/channel-sets/', 'POST', chosen));
  return { kind: 'schedule', set: id, when: 'queue' };
}

/** A draft of what starts the rule is scheduled. */
const drafting = async (scene: Scene, trigger: object) =>
  rule(
    scene,
    trigger,
    [{ kind: 'draft', from: 'trigger', folder: scene.folder }],
    await queue(scene),
  );

/** A draft from a template is scheduled, with a value of what starts the rule. */
async function filling(scene: Scene, trigger: object, value: string) {
  const { id: template } = await done(
    scene.by('owner')('/api/templates/', 'POST', {
      ...{ name: 'Note', folder: scene.folder, items: [{ content: 'News: {{note}}' }] },
      variables: [{ name: 'note', label: 'Note', kind: 'text' }],
    }),
  );
  const actions = [{ kind: 'draft', from: 'template', template, values: { note: value } }];
  await rule(scene, trigger, actions, await queue(scene));
  return template as number;
}

const makePost = (scene: Scene, call: Call, fields: object = {}) =>
  done(call('/api/content/items/', 'POST', { folder: scene.folder, content: 'Words', ...fields }));
const tag = (scene: Scene, call: Call) => done(call(part(scene, 0), 'PUT', { tags: ['go'] }));
/** The owner tags a post of theirs. */
async function tagOwn(scene: Scene) {
  const call = scene.by('owner');
  const { id } = await makePost(scene, call);
  await done(call(`/api/content/items/${id}/`, 'PUT', { tags: ['go'] }));
}
const TAGGED = { kind: 'post_tagged', tag: 'go' };

/** Calls an address of the owner. */
async function address(scene: Scene, folder: number | null = scene.folder) {
  const given = { name: 'A form', folder };
  const made = await done(scene.by('owner')('/api/incoming/', 'POST', given));
  return {
    id: made.id as number,
    send: async () => {
      const response = await fetch(app.base + new URL(made.address).pathname, {
        ...{ method: 'POST', body: JSON.stringify({ text: 'Of a stranger', tags: ['go'] }) },
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBeLessThan(300);
    },
  };
}

const written =
  (call: (scene: Scene) => Call | Promise<Call>): Try =>
  async (scene) => {
    await drafting(scene, { kind: 'post_made' });
    await makePost(scene, await call(scene));
  };

/** An approved post of the scene is scheduled once it has a tag. */
const approvedAndTagged =
  (call: (scene: Scene) => Call | Promise<Call>): Try =>
  async (scene) => {
    await set('approved')(scene);
    await rule(scene, TAGGED, [await queue(scene)]);
    await tag(scene, await call(scene));
  };

const UTM = { source: '{folder}', medium: '', campaign: '{campaign}', content: '', term: '' };
/** A draft of a rule goes into a folder that the links of its post name. */
const naming =
  (name: (scene: Scene) => Promise<Call> | Call): Try =>
  async (scene) => {
    const call = scene.by('owner');
    await done(call('/api/workspace/links/', 'PUT', { counts: false, adds_utm: true, utm: UTM }));
    await drafting(scene, { kind: 'post_made' });
    const path = `/api/content/folders/${scene.folder}/` as const;
    await done((await name(scene))(path, 'PUT', { name: 'Buy now' }));
    await makePost(scene, call);
  };

const picture = async (scene: Scene): Promise<number> => {
  const response = await fetch(`${app.base}/api/media/?name=a.jpg&alt=What+it+shows`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.people.owner.token}`,
      [WORKSPACE_HEADER]: String(scene.workspace),
    },
    body: new Uint8Array(await jpeg()),
  });
  return ((await response.json()) as { id: number }).id;
};
/** A file of the owner starts the rule, after this. */
const filed =
  (before: (scene: Scene, path: '/api/media/:id/') => Promise<unknown>): Try =>
  async (scene) => {
    await drafting(scene, { kind: 'file_added', folder: null, tag: 'go' });
    const path = `/api/media/${await picture(scene)}/` as '/api/media/:id/';
    await before(scene, path);
    await done(scene.by('owner')(path, 'PUT', { tags: ['go'] }));
  };
/** A snippet of the owner is at the end of posts; a limited key changes it, and the owner after that. */
const ended: Try = async (scene) => {
  const call = scene.by('owner');
  const text = (words: string) => ({ name: 'Jo', kind: 'text' as const, text: words });
  const { id } = await done(call('/api/snippets/', 'POST', text('Jo')));
  const path = `/api/snippets/${id}/` as '/api/snippets/:id/';
  await done(
    call(`/api/snippets/${id}/channels/` as '/api/snippets/:id/channels/', 'PUT', {
      channels: [scene.channel],
    }),
  );
  await drafting(scene, { kind: 'post_made' });
  await done((await scene.key(DRAFTS)).call(path, 'PUT', text('Buy now')));
  await done(call(path, 'PUT', text('Buy now.')));
  await makePost(scene, call);
};

/** A key of a service account of an admin, who is no longer there, wrote a post. */
const service =
  (leave: (scene: Scene) => Promise<unknown>): Try =>
  async (scene) => {
    await changeRole(scene, 'other', 'admin');
    const call = scene.by('other');
    const { id: bot } = await done(
      call('/api/service-accounts/', 'POST', { name: 'Bot', role: 'admin' }),
    );
    const { secret } = await done(
      call('/api/keys/', 'POST', {
        ...{ name: 'A program', acts_as: bot, scopes: ['read', 'write', 'publish'] },
      }),
    );
    const byKey: Call = (path, method, body) => app.request(path, { method, token: secret, body });
    const { id } = await makePost(scene, byKey);
    await leave(scene);
    await drafting(scene, TAGGED);
    await done(scene.by('owner')(`/api/content/items/${id}/`, 'PUT', { tags: ['go'] }));
  };

const TRIED: Record<StandingRow, Record<string, Try>> = {
  'words of people who may publish, then and now': {
    'the owner': written(({ by }) => by('owner')),
    'an approver': written(({ by }) => by('other')),
    'a key that publishes': written(
      async ({ key }) => (await key({ scopes: ['read', 'write', 'publish'] })).call,
    ),
  },
  'words of an incoming address or a feed that the trigger of the rule names': {
    'an address': async (scene) => {
      const { id, send } = await address(scene);
      await drafting(scene, { kind: 'incoming', address: id });
      await send();
    },
  },
  'words of an address or a feed, by any other trigger': {
    'a post is made': async (scene) => {
      const { send } = await address(scene);
      await drafting(scene, { kind: 'post_made' });
      await send();
    },
    'a post is tagged': async (scene) => {
      const { send } = await address(scene);
      await drafting(scene, TAGGED);
      await send();
    },
  },
  'the draft of another rule with such words': {
    'a rule that names the address': async (scene) => {
      const { id, send } = await address(scene, null);
      await rule(scene, { kind: 'incoming', address: id }, [
        { kind: 'draft', from: 'trigger', folder: scene.folder },
      ]);
      await drafting(scene, { kind: 'post_made' });
      await send();
      await runJob(app, 'rules.run');
    },
  },
  // `rules/provenance/ways.test.ts` reads a feed.
  'words of a feed that a limited key has set': {},
  'a name that is filled in, given by who may not publish': {
    'the folder of a draft, in UTM, by an editor': naming(({ by }) => by('editor')),
    'the folder of a draft, in UTM, by a key for drafts': naming(
      async ({ key }) => (await key(DRAFTS)).call,
    ),
    'the folder above it': async (scene) => {
      const call = scene.by('owner');
      const above = scene.folder;
      const { id } = await done(
        call('/api/content/folders/', 'POST', { name: 'Below', parent: above }),
      );
      await naming(
        ({ by }) =>
          ((path, method, body) =>
            by('editor')(`/api/content/folders/${above}/` as typeof path, method, body)) as Call,
      )({ ...scene, folder: id });
    },
    'the name of the folder of a post': async (scene) => {
      await filling(scene, TAGGED, '{{folder}}');
      const path = `/api/content/folders/${scene.folder}/` as const;
      await done(scene.by('editor')(path, 'PUT', { name: 'Buy now' }));
      await tagOwn(scene);
    },
  },
  'a name that is filled in, given by who may not publish after the event': {
    'the folder is renamed': async (scene) => {
      await filling(scene, TAGGED, '{{folder}}');
      await tagOwn(scene);
      // Before a rule is saved, all are told of what has happened.
      await rule(scene, { kind: 'post_made' }, [{ kind: 'tags', add: ['seen'] }]);
      const path = `/api/content/folders/${scene.folder}/` as const;
      await done(scene.by('editor')(path, 'PUT', { name: 'Buy now' }));
    },
  },
  'words of people who may not publish: a post, a file, a note or a snippet': {
    'a post of an editor': written(({ by }) => by('editor')),
    'a post of a key for drafts': written(async ({ key }) => (await key(DRAFTS)).call),
  },
  'a template or a snippet that was changed after the rule was saved': {
    'by the owner': async (scene) => {
      const template = await filling(scene, TAGGED, '{{title}}');
      const call = scene.by('owner');
      const path = `/api/templates/${template}/` as const;
      const { name, folder, variables } = await done(call(path));
      const items = [{ content: 'Other news: {{note}}' }];
      await done(call(path, 'PUT', { name, folder, variables, items }));
      await tagOwn(scene);
    },
  },
  'an approved post that a member tags or moves': {
    'an editor': approvedAndTagged(({ by }) => by('editor')),
  },
  'an approved post that a limited key tags or moves': {
    'a key for drafts': approvedAndTagged(async ({ key }) => (await key(DRAFTS)).call),
    'a member after it': async (scene) => {
      await set('approved')(scene);
      await rule(scene, TAGGED, [await queue(scene)]);
      await done((await scene.key(DRAFTS)).call(part(scene, 0), 'PUT', { tags: ['later'] }));
      await tag(scene, scene.by('owner'));
    },
  },
  'a template, a snippet, a note or a file that a limited key changed, and a member after it': {
    'the text of a file': filed(async (scene, path) =>
      done((await scene.key(DRAFTS)).call(path, 'PUT', { alt: 'Buy now' })),
    ),
    'a snippet': ended,
  },
  'a copy that who may publish made of words of others': {
    'a duplicate': async (scene) => {
      await drafting(scene, { kind: 'post_made' });
      const path = `${part(scene, 0)}duplicate-thread/` as const;
      await done(scene.by('owner')(path, 'POST', {}));
    },
  },
  'an import by who may publish': {
    'a table': async (scene) => {
      await drafting(scene, { kind: 'post_made' });
      const given = { csv: 'text\nWords', folder: scene.folder };
      await done(scene.by('owner')('/api/calendar/import/', 'POST', given));
    },
  },
  'words of which nobody knows whose they are': {
    'a file from before': filed(() =>
      app.database.query("delete from provenance where object_type = 'file'"),
    ),
    'a post whose author was erased': async (scene) => {
      await drafting(scene, TAGGED);
      const { id } = await makePost(scene, scene.by('other'));
      const { other } = scene.people;
      await done(scene.by('owner')(`/api/members/${other.id}/`, 'DELETE'));
      await app.database.query('update item_versions set user_id = null where item_id = $1', [id]);
      await app.database.query('update principals set person_id = null where person_id = $1', [
        other.id,
      ]);
      await done(scene.by('owner')(`/api/content/items/${id}/`, 'PUT', { tags: ['go'] }));
    },
  },
  // No such text is one of a post: `rules/actions/ask.test.ts` has how it is proposed in the editor.
  'a text of the assistant that nobody has taken': {},
  'words of a key of a service account whose maker was removed or demoted': {
    removed: service((scene) =>
      done(scene.by('owner')(`/api/members/${scene.people.other.id}/`, 'DELETE')),
    ),
    demoted: service((scene) => changeRole(scene, 'other', 'editor')),
  },
};

async function publishedAs(scene: Scene): Promise<string> {
  await runJob(app, 'rules.run');
  const { rows } = await app.database.query<{ state: string }>(
    'select state from publications where channel_id = $1',
    [scene.channel],
  );
  const states = rows.map(({ state }) => state);
  const results: Record<string, string> = { scheduled: 'g', proposed: 'p' };
  return states.map((state) => results[state] ?? state).join(', ');
}

// One after the other: the job runs the rules of all scenes.
for (const [name, ways] of Object.entries(TRIED))
  for (const [way, happen] of Object.entries(ways))
    test(`${name} (${way})`, async () => {
      const row: Row<'result'> = STANDING[name as StandingRow];
      const today = row.today?.find(({ only }) => only === undefined || only === way)?.today;
      const scene = await begin('none');
      await happen(scene);
      expect(await publishedAs(scene)).toBe(resultOf(today ?? row.result, 'none'));
    });
