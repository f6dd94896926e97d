import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';

type Secret = { config: Pick<Config, 'secret'> };

export const invitationProof = ({ config }: Secret, id: number) =>
  createHmac('sha256', config.secret).update(`invitation:${id}`).digest();

/**
 * The path of an invitation's link follows from the secret, so that neither the database nor a job holds what opens it. Without
 * a point: a path that ends like a file's is taken for one.
 */
export const invitationPath = (parts: Secret, id: number) =>
  `/invite/${id}-${invitationProof(parts, id).toString('base64url')}`;
