import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readPass } from '../../media/media.service.ts';
import { findPicture } from './pictures.sql.ts';

/** Serves the pictures of channels: made here, by links like those to files. */
export function servePictures(
  app: FastifyInstance,
  { database, clock, secrets }: Pick<AppContext, 'database' | 'clock' | 'secrets'>,
) {
  app.get<{ Params: { pass: string; hash: string } }>(
    '/media/:pass/channels/:hash.webp',
    async ({ params }, reply) => {
      const pass = readPass(secrets, params.pass, clock.now());
      const hash = Buffer.from(params.hash, 'hex');
      const [row] =
        (pass && (await findPicture(database, { workspaceId: pass.workspace, hash }))) ?? [];
      if (!pass || !row) throw notFound('picture', params.hash);
      const seconds = Math.max(0, pass.expires - Math.floor(clock.now() / 1000));
      return reply
        .headers({
          'cache-control': `private, max-age=${seconds}, immutable`,
          'referrer-policy': 'no-referrer',
        })
        .type('image/webp')
        .send(row.bytes);
    },
  );
}
