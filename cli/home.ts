import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { Failure } from './failure.ts';

/**
 * The home folder of this person.
 * @throws Failure where HOME names none: what is kept there would be in whatever folder is the present one
 */
export function homeFolder(): string {
  const folder = homedir();
  if (isAbsolute(folder)) return folder;
  throw new Failure(`HOME is '${folder}': expected the path of your home folder.`);
}
