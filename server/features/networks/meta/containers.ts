import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import type { SendMedia, SendPart, Sent } from '../adapter.ts';
import { NetworkError, StillProcessing } from '../failures.ts';
import { after, earliest } from '../times.ts';

/**
 * Networks that publish in two steps: a container is made, which nobody sees, and then published. The
 * container says what has become of it, whatever was lost on the way. Containers of several files are
 * made of those of each.
 */

/** Containers are forgotten after a day. */
const CONTAINER_SECONDS = 20 * 60 * 60;
const PROCESSING_MS = 3000;
/** A post that was published is listed within this time. */
const LISTED_MS = 10 * 60_000;

const Kept = z.object({ id: z.string() });
const Container = z.object({ container: z.string() });

export type ContainerState = {
  state: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  /** Why it failed. */
  detail: string;
};

type Containers = {
  /** What the network is called, for messages. */
  name: string;
  clock: Clock;
  /** Makes the container of a file that belongs to several; returns its id. */
  makeChild: (file: SendMedia) => Promise<string>;
  /** Makes the container of the post; `children`: the ids of those of its files. */
  make: (children: readonly string[]) => Promise<string>;
  read: (id: string) => Promise<ContainerState>;
};

/** @throws StillProcessing; NetworkError where the network cannot make it */
async function requireFinished({ name, read }: Containers, id: string) {
  const { state, detail } = await read(id);
  if (state === 'IN_PROGRESS') throw new StillProcessing(PROCESSING_MS);
  if (state === 'EXPIRED')
    throw new NetworkError('unprepared', 'expired', `${name} no longer has what was prepared`);
  if (state === 'ERROR')
    throw new NetworkError('rejected', 'container', detail || `${name} can’t process this`);
}

/** The container of a part, once all of it is processed; it is made once. */
export async function prepareContainer(part: SendPart, containers: Containers) {
  const { clock } = containers;
  const children: string[] = [];
  const { media } = part;
  for (const file of media.length > 1 ? media : []) {
    const made = await file.once(async () => ({
      id: await containers.makeChild(file),
      until: after(clock, CONTAINER_SECONDS),
    }));
    const { id } = Kept.parse(made);
    await requireFinished(containers, id);
    children.push(id);
  }
  const made = await part.once(async () => ({
    id: await containers.make(children),
    until: after(clock, CONTAINER_SECONDS),
  }));
  const { id } = Kept.parse(made);
  await requireFinished(containers, id);
  return { container: id, until: earliest(clock, CONTAINER_SECONDS, [made]) };
}

/** What a container that is not ready, or is gone, means for a call that was made before. */
const CONSUMED = /^(24|9007|100)(\.|$)/;

/** Publishes a container; where it was published before, that is found out and not done again. */
export function publishing<Result>(part: SendPart, call: Promise<Result>): Promise<Result> {
  return call.catch((error: unknown) => {
    if (part.repeats === 0 || !(error instanceof NetworkError) || !CONSUMED.test(error.code))
      throw error;
    throw new NetworkError('unknown', error.code, error.message);
  });
}

export const containerOf = ({ prepared }: SendPart) => Container.parse(prepared).container;

/**
 * What has become of a container that was to be published.
 * @param locate looks for the post that was made of it, by its text
 */
export async function findContainer(
  part: SendPart,
  { name, clock, read }: Pick<Containers, 'name' | 'clock' | 'read'>,
  locate: () => Promise<Sent | undefined>,
): Promise<Sent | 'absent' | 'unknowable' | NetworkError> {
  const id = containerOf(part);
  const { state, detail } = await read(id);
  switch (state) {
    case 'PUBLISHED': {
      const found = await locate();
      if (found) return found;
      // Lists lag behind; then a person looks for it.
      if (clock.now() - part.since.getTime() < LISTED_MS) throw new StillProcessing(PROCESSING_MS);
      return 'unknowable';
    }
    case 'FINISHED':
      return 'absent';
    case 'IN_PROGRESS':
      throw new StillProcessing(PROCESSING_MS);
    case 'EXPIRED':
      return new NetworkError('unprepared', 'expired', `${name} no longer has what was prepared`);
    case 'ERROR':
      return new NetworkError('unprepared', 'container', detail || `${name} couldn’t publish this`);
  }
}
