// Builds what is stale.
// usage: npm run build [server|web]
import { buildStale } from './stale.js';

buildStale(process.argv[2] ? [process.argv[2]] : undefined);
