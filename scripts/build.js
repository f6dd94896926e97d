// Builds what is stale.
// usage: npm run build
import { buildStale } from './stale.js';

buildStale();
