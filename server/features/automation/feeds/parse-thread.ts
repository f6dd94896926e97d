import { parentPort, workerData } from 'node:worker_threads';
import { parse } from './parse.ts';

/** The thread of `parseApart`. */

const { text, base } = workerData as { text: string; base: string };
parentPort?.postMessage(await parse(text, base));
