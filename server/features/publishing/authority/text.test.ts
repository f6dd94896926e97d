import { expect, test } from 'vitest';
import { TEXT, type TextRow } from '#contract/authority/cases.ts';
import { rawRequest, send } from '../../../testing/agents.ts';
import { done, type Name, type Scene, useScenes } from '../../../testing/authority.ts';
import { casesOf, type Step, type Tried, tryCase } from '../../../testing/authority-cases.ts';
import {
  acting,
  changeRole,
  edit,
  inTurn,
  NEW,
  own,
  part,
  save,
} from '../../../testing/authority-steps.ts';
import type { Call } from '../../../testing/responses.ts';

/** Words that change after they were covered: the rows of `TEXT`, through HTTP and the worker. */

const { begin } = useScenes();

const saveParts = async (scene: Scene, call: Call) => {
  scene.words = NEW;
  const items = scene.items.map((id, at) => ({ id, content: NEW[at] }));
  await done(call(`${part(scene, 0)}thread/`, 'PUT', { items }));
};
const savePost = async (scene: Scene, call: Call) => {
  scene.words = NEW;
  const parts = scene.items.map((id, at) => ({ id, text: NEW[at] }));
  await done(call(`/api/posts/${scene.items[0] as number}/`, 'PUT', { parts }));
};

/** Restores the version of the second part with the new words. */
const restored = async (scene: Scene, call: Call) => {
  scene.words = NEW;
  const versions = await done(call(`${part(scene, 1)}history/`));
  const former = versions.find(({ content }) => content === NEW[1]);
  await done(call(`${part(scene, 1)}restore/`, 'POST', { version: former?.version }));
};

const DRAFTS = { scopes: ['read', 'write'], drafts_only: true };
const PUBLISHES = { scopes: ['read', 'write', 'publish'] };
/** The change is that of a key of the owner. */
const byKey =
  (fields: object | ((scene: Scene) => Promise<object>), step: typeof edit): Step =>
  async (scene) => {
    const given = typeof fields === 'function' ? await fields(scene) : fields;
    scene.actor = (await scene.key({ ...PUBLISHES, ...given })).call;
    await step(scene, scene.actor);
  };

async function useTool(scene: Scene): Promise<void> {
  const key = await scene.key(DRAFTS);
  scene.actor = key.call;
  scene.words = NEW;
  const parts = scene.items.map((id, at) => ({ id, text: NEW[at] }));
  const given = { post_id: scene.items[0], version: 1, parts };
  const params = { name: 'update_draft', arguments: given };
  const { status, body } = await send(scene.app, rawRequest(key.secret, 'tools/call', { params }));
  expect([status, body.result?.isError ?? false, body]).toEqual([200, false, expect.anything()]);
}

const DECIDES: TextRow = 'a member who may publish';
const WRITES: TextRow = 'a member who may not publish, or who is removed since';
const as = (row: TextRow, step: Step) => ({ as: row, steps: [step] as const });

/** The former words are written and replaced before they are covered. */
const written: Step = async (scene) => {
  await done(scene.by('editor')(part(scene, 1), 'PUT', { content: 'Two, changed' }));
  await done(scene.by('owner')(part(scene, 1), 'PUT', { content: 'Two' }));
};

const TRIED: Record<TextRow, Tried> = {
  nobody: { ways: { nothing: own(async () => {}) } },
  'a member who may publish': {
    ways: {
      'by the page': own(acting('other', edit)),
      'the whole post': own(acting('other', saveParts)),
      'by the API': own(byKey({}, savePost)),
      'the text for a network': own(
        acting('other', save({ network_texts: { mastodon: 'Two, changed' } })),
      ),
      'the language': own(acting('other', save({ language: 'ja' }, ['One', 'Two']))),
      'the order': own(
        acting('other', async (scene, call) => {
          scene.words = ['Two', 'One'];
          await done(call(`${part(scene, 1)}reorder/`, 'PATCH', { thread_order: 0 }));
          scene.items = scene.items.toReversed();
        }),
      ),
    },
  },
  'a member who may publish, after words of others that nobody covered': {
    ways: {
      'of the same part': own(
        inTurn(
          acting('editor', save({ content: 'Two, by an editor' })),
          acting('other', save({ content: 'Two, by both' }, ['One', 'Two, by both'])),
        ),
      ),
      'of another part': own(
        inTurn(
          acting('editor', edit),
          acting('other', async (scene, call) => {
            scene.words = ['One, too', 'Two, changed'];
            await done(call(part(scene, 0), 'PUT', { content: 'One, too' }));
          }),
        ),
      ),
    },
  },
  'a member who may not publish, or who is removed since': {
    ways: {
      'an editor': own(acting('editor', edit)),
      'an editor, the whole post': own(acting('editor', saveParts)),
      'an editor who is removed': {
        not: ['S'],
        steps: [
          inTurn(acting('leaver', edit), ({ by, people }) =>
            done(by('owner')(`/api/members/${people.leaver.id}/`, 'DELETE')),
          ),
        ],
      },
    },
  },
  'a key that writes drafts only': {
    ways: {
      'by PUT': own(byKey(DRAFTS, edit)),
      'the whole post': own(byKey(DRAFTS, savePost)),
      'the thread': own(byKey(DRAFTS, saveParts)),
      // It refuses to change what is planned.
      'by a tool': { covered: 'scheduled', not: ['W', 'N', 'P', 'A'], steps: [useTool] },
      'by restoring a version': { before: written, steps: [byKey(DRAFTS, restored)] },
    },
  },
  'such a key by autosave, and its owner saves it within ten minutes': {
    ways: {
      // What is approved, or about to be published, is not saved automatically.
      'before it is scheduled, or once it has stopped': {
        ...{ covered: 'scheduled', not: ['W', 'N', 'P', 'A'] },
        steps: [
          inTurn(
            byKey(DRAFTS, save({ content: 'Two, by a key', autosave: true })),
            acting('owner', save({ content: 'Two, by a key!' }, ['One', 'Two, by a key!'])),
          ),
        ],
      },
    },
  },
  'a key for some channels, on these': {
    ways: { 'by PUT': own(byKey(async ({ channel }) => ({ channels: [channel] }), edit)) },
  },
  'a key for some channels, on others': {
    ways: {
      'by PUT': own(
        byKey(
          async ({ network, by }) => ({ channels: [await network.connect(by('owner'))] }),
          edit,
        ),
      ),
    },
  },
  'a key that is widened, or a member who is promoted, after it': {
    ways: {
      'a key': own(async (scene) => {
        const key = await scene.key(DRAFTS);
        scene.actor = key.call;
        await edit(scene, key.call);
        const wider = { ...PUBLISHES, drafts_only: false };
        await done(scene.by('owner')(`/api/keys/${key.id}/`, 'PUT', wider));
      }),
      'a member': own(
        inTurn(acting('leaver', edit), (scene) => changeRole(scene, 'leaver', 'approver')),
      ),
    },
  },
  'a member who is demoted after it': {
    ways: {
      'to editor': own(
        inTurn(acting('other', edit), (scene) => changeRole(scene, 'other', 'editor')),
      ),
    },
  },
  'a text of the assistant that a person takes, or a part that is moved, joined or trashed': {
    ways: {
      'taken by one who may publish': as(
        DECIDES,
        acting('other', save({ content: 'Two, changed', assisted: true })),
      ),
      'taken by an editor': as(
        WRITES,
        acting('editor', save({ content: 'Two, changed', assisted: true })),
      ),
      'removed by one who may publish': as(DECIDES, acting('other', removeSecond)),
      'trashed by an editor': as(
        WRITES,
        acting('editor', async (scene, call) => {
          scene.words = ['One'];
          await done(call(part(scene, 1), 'DELETE'));
        }),
      ),
    },
  },
  'a version that is restored, and has no words of others': {
    ways: {
      'by one who may publish': as(DECIDES, acting('other', restoredOwn)),
      'by an editor': as(WRITES, acting('editor', restoredOwn)),
    },
  },
  'a version that is restored by a member who may publish, and has words of others that nobody covered':
    { ways: { restored: { before: written, steps: [acting('other', restored)] } } },
  'somebody who changes it back': {
    ways: {
      'an editor': own(backBy('editor')),
      'one who may publish': own(backBy('other')),
    },
  },
  'somebody who changes tags or the folder': {
    ways: {
      tags: own((scene) => done(scene.by('editor')(part(scene, 0), 'PUT', { tags: ['sorted'] }))),
      folder: own(async (scene) => {
        const call = scene.by('editor');
        const { id } = await done(call('/api/content/folders/', 'POST', { name: 'Elsewhere' }));
        await done(call(part(scene, 0), 'PUT', { folder: id }));
      }),
    },
  },
  'somebody who changes the description': {
    ways: {
      'one who may publish': as(DECIDES, acting('other', described)),
      'an editor': as(WRITES, acting('editor', described)),
    },
  },
  'somebody who moves the post to the trash': { ways: { deleted: own(trash) } },
  'somebody who restores it from the trash': {
    ways: {
      restored: own(
        inTurn(trash, (scene) =>
          done(
            scene.by('owner')('/api/content/trash/restore/', 'POST', {
              item_ids: [scene.items[0]],
            }),
          ),
        ),
      ),
    },
  },
};

async function restoredOwn(scene: Scene, call: Call) {
  await edit(scene, call);
  await done(call(part(scene, 1), 'PUT', { content: 'Two, and more' }));
  await restored(scene, call);
}
async function removeSecond(scene: Scene, call: Call) {
  scene.words = ['One'];
  await done(call(`${part(scene, 1)}remove-from-thread/`, 'POST', {}));
}
function backBy(name: Name): Step {
  return async (scene) => {
    const call = scene.by(name);
    await edit(scene, call);
    scene.words = scene.covered;
    await done(call(part(scene, 1), 'PUT', { content: 'Two' }));
  };
}
async function described(scene: Scene, call: Call) {
  await done(call(part(scene, 0), 'PUT', { description: 'For whom it is' }));
}
async function trash(scene: Scene) {
  await done(scene.by('owner')(part(scene, 0), 'DELETE'));
}

for (const given of casesOf(TEXT, TRIED))
  test.concurrent(given.name, async () => {
    const scene = await begin(given.tried.from ?? given.policy);
    const { seen, expected } = await tryCase(scene, given);
    expect(seen).toEqual(expected);
  });
