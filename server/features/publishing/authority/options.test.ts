import { expect, test } from 'vitest';
import { TEXT, type TextRow } from '#contract/authority/cases.ts';
import {
  FILES,
  type FileRow,
  OPTIONS,
  type OptionRow,
} from '#contract/authority/files-and-options.ts';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import { person } from '../../../testing/app.ts';
import { done, LATER, type Scene, useScenes, write } from '../../../testing/authority.ts';
import { casesOf, type Step, type Tried, tryCase } from '../../../testing/authority-cases.ts';
import { own, part } from '../../../testing/authority-steps.ts';
import { jpeg } from '../../../testing/media-files.ts';
import type { Call } from '../../../testing/responses.ts';

/** What is sent beside the words: the rows of `FILES` and `OPTIONS`, through HTTP and the worker. */

const { app, begin } = useScenes();

const as =
  (scene: Scene, token: string): Call =>
  (path, method, body) =>
    app.request(path, {
      ...{ method, token, body },
      headers: { [WORKSPACE_HEADER]: String(scene.workspace) },
    });

/** The second part says something that is filled in when it is sent. */
const saying =
  (text: string, shown: (scene: Scene) => string): Step =>
  async (scene) => {
    await done(scene.by('editor')(part(scene, 1), 'PUT', { content: text }));
    scene.covered = ['One', shown(scene)];
    scene.words = scene.covered;
  };

/** Somebody who writes the post of a scene, and nothing elsewhere. */
const authors = new WeakMap<Scene, { id: number; call: Call }>();
const byAuthor: Step = async (scene) => {
  const author = await person(app, 'Ada Byron');
  await app.database.query(
    "insert into memberships (user_id, workspace_id, role) values ($1, $2, 'editor')",
    [author.id, scene.workspace],
  );
  const call = as(scene, author.token);
  authors.set(scene, { id: author.id, call });
  await write(scene, call, ['One', 'Two by {{author}}']);
  scene.covered = ['One', 'Two by Ada Byron'];
  scene.words = scene.covered;
};
const authorOf = (scene: Scene) => authors.get(scene) as { id: number; call: Call };

const LINK = 'https://fennel.org/a';
const UTM = { source: 's', medium: 'm', campaign: '{folder}', content: '', term: '' };
const tagged = ({ workspace }: Scene, folder = `folder-${workspace}`) =>
  `Two ${LINK}?utm_source=s&utm_medium=m&utm_campaign=${folder}`;
const addUtm: Step = (scene) =>
  done(scene.by('owner')('/api/workspace/links/', 'PUT', { adds_utm: true, utm: UTM }));

/** A snippet ends what is published on the channel. */
const ending: Step = async (scene) => {
  const call = scene.by('owner');
  const fields = { name: 'Jo', kind: 'text', text: '— Jo' };
  const { id } = await done(call('/api/snippets/', 'POST', fields));
  await done(call(`/api/snippets/${id}/channels/`, 'PUT', { channels: [scene.channel] }));
  scene.covered = ['One', 'Two\n\n— Jo'];
  scene.words = ['One', 'Two\n\n— Changed'];
};
const changeEnding: Step = async (scene) => {
  const call = scene.by('editor');
  const [{ id }] = await done(call('/api/snippets/'));
  await done(call(`/api/snippets/${id}/`, 'PUT', { name: 'Jo', kind: 'text', text: '— Changed' }));
};

const move =
  (name: 'other' | 'editor'): Step =>
  async (scene) => {
    const path = `/api/publications/${scene.publication}/` as const;
    const { status } = await scene.by(name)(path, 'PUT', { at: '2031-01-01T09:00:00Z' });
    scene.isRefused = status === 403;
  };

// What cannot be done today, or is tried elsewhere.
const UNTRIED: Tried = { ways: {} };

const OPTION_WAYS: Record<OptionRow, Tried> = {
  'options without words, by who may publish': UNTRIED,
  'words among the options, by who schedules: a first comment, a warning, a title': UNTRIED,
  'the snippet that ends the posts of a channel, by anybody': {
    ways: { changed: { before: ending, steps: [changeEnding] } },
  },
  'the name of the author, by themselves, or the author is removed': {
    ways: {
      renamed: {
        before: byAuthor,
        steps: [
          async (scene) => {
            scene.words = ['One', 'Two by Ada, buy now'];
            await done(authorOf(scene).call('/api/users/me/', 'PUT', { name: 'Ada, buy now' }));
          },
        ],
      },
      removed: {
        before: byAuthor,
        steps: [
          (scene) => done(scene.by('owner')(`/api/members/${authorOf(scene).id}/`, 'DELETE')),
        ],
      },
    },
  },
  'the name of the folder, or another folder, in UTM, by anybody who writes': {
    ways: {
      renamed: {
        before: async (scene) => {
          await addUtm(scene);
          await saying(`Two ${LINK}`, tagged)(scene);
        },
        steps: [
          async (scene) => {
            scene.words = ['One', tagged(scene, 'buy-now')];
            const path = `/api/content/folders/${scene.folder}/` as const;
            await done(scene.by('editor')(path, 'PUT', { name: 'Buy now' }));
          },
        ],
      },
    },
  },
  'the name of the workspace, by who manages it': {
    ways: {
      renamed: {
        before: saying('Two of {{workspace}}', () => 'Two of A scene'),
        steps: [
          async (scene) => {
            scene.words = ['One', 'Two of Another name'];
            await done(scene.by('owner')('/api/workspace/', 'PUT', { name: 'Another name' }));
          },
        ],
      },
    },
  },
  'the handle of the channel, by the network': UNTRIED,
  'words for a date, by another time': UNTRIED,
  'the UTM of the workspace, or whether links are counted': {
    ways: {
      switched: {
        before: saying(`Two ${LINK}`, () => `Two ${LINK}`),
        steps: [
          async (scene) => {
            scene.words = ['One', tagged(scene)];
            await addUtm(scene);
          },
        ],
      },
    },
  },
  'its time, by who may publish or by the server': { ways: { moved: own(move('other')) } },
  'its time, by who may not publish': { ways: { moved: own(move('editor')) } },
  'another account for an approved text, by who may publish': {
    ways: {
      added: {
        covered: 'approved',
        steps: [
          async (scene) => {
            const call = scene.by('owner');
            const channel = await scene.network.connect(call);
            const path = `/api/content/items/${scene.items[0] as number}/publications/` as const;
            await done(call(path, 'POST', { channels: [channel], at: LATER }));
          },
        ],
      },
    },
  },
  'its account is connected again': {
    ways: {
      'the same': own(({ network, by, channel }) =>
        done(network.reconnect(by('owner'), channel) as never),
      ),
    },
  },
};

const files = new WeakMap<Scene, number>();
const upload = async (scene: Scene, token: string, query: object) => {
  const text = new URLSearchParams({ name: 'a.jpg', alt: 'A sign', ...query });
  const response = await fetch(`${app.base}/api/media/?${text}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [WORKSPACE_HEADER]: String(scene.workspace) },
    body: new Uint8Array(await jpeg({ width: 300, height: 'replaces' in query ? 201 : 200 })),
  });
  const body = (await response.json()) as { id: number };
  expect([response.status, body]).toEqual([201, expect.anything()]);
  return body.id;
};

/** The second part has a picture; what its readers are told is seen beside the texts. */
const attached: Step = async (scene) => {
  const file = await upload(scene, scene.people.editor.token, {});
  files.set(scene, file);
  const media = [{ file, alt: 'A sign' }];
  await done(scene.by('editor')(part(scene, 1), 'PUT', { media }));
  const textsOnly = scene.texts;
  scene.texts = async () => [
    ...(await textsOnly()),
    ...scene.network.media.map(({ description }) => description),
  ];
  scene.covered = ['One', 'Two', 'A sign'];
  scene.words = scene.covered;
};
const replaced =
  (name: 'other' | 'editor'): Step =>
  async (scene) => {
    scene.actor = scene.by(name);
    const replaces = String(files.get(scene));
    await upload(scene, scene.people[name].token, { replaces, name: 'b.jpg' });
  };

const DECIDES: TextRow = 'a member who may publish';
const WRITES: TextRow = 'a member who may not publish, or who is removed since';

const FILE_WAYS: Record<FileRow, Tried> = {
  'the bytes of a file are replaced, or a video is converted by hand': {
    ways: {
      'by one who may publish': {
        ...{ as: DECIDES, not: ['S', 'R', 'A'] },
        before: attached,
        steps: [replaced('other')],
      },
      'by an editor': {
        ...{ as: WRITES, not: ['S', 'R', 'A'] },
        before: attached,
        steps: [replaced('editor')],
      },
    },
  },
  'a file is made smaller or encoded anew while it is sent': UNTRIED,
  'the alt text, the name or the tags of a file are changed in the library': {
    ways: {
      changed: {
        before: attached,
        steps: [
          (scene) => {
            const fields = { alt: 'Others', name: 'c.jpg', tags: ['sorted'] };
            return done(
              scene.by('editor')(`/api/media/${files.get(scene) as number}/`, 'PUT', fields),
            );
          },
        ],
      },
    },
  },
  'a file is in the trash, or erased': {
    ways: {
      trashed: {
        before: attached,
        steps: [
          (scene) => {
            const body = { operation: 'trash', files: [files.get(scene)] };
            return done(scene.by('editor')('/api/media/operations/', 'POST', body));
          },
        ],
      },
    },
  },
};

for (const given of [
  ...casesOf(OPTIONS, OPTION_WAYS),
  ...casesOf({ ...TEXT, ...FILES }, FILE_WAYS),
])
  test.concurrent(given.name, async () => {
    const scene = await begin(given.policy);
    const { seen, expected } = await tryCase(scene, given);
    expect(seen).toEqual(expected);
  });
