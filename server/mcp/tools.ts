import type { Endpoint } from '#contract/http/endpoint.ts';
import { keyRuleOf } from '#contract/keys/key-rules.ts';
import type { Person } from '../actor.ts';
import { AppError } from '../errors.ts';
import { requireRule } from '../http/keys/key-auth.ts';
import type { Tool } from './tool.ts';
import {
  commentTool,
  createDraft,
  createThreadTool,
  submitForReview,
  updateDraft,
} from './tools/drafts.ts';
import { bestTimes, checkText, getFiguresTool, needsAttention } from './tools/findings.ts';
import { attachMedia, describeMedia } from './tools/media.ts';
import { getPost, listChannelsTool, listFoldersTool, searchPosts } from './tools/posts.ts';
import {
  cancelPublicationTool,
  listPublicationsTool,
  movePublicationTool,
  proposePublication,
  schedulePublication,
} from './tools/publications.ts';

/** Every tool, in the order in which they are listed. Their names are stable (docs/mcp.md). */
export const TOOLS: readonly Tool[] = [
  searchPosts,
  getPost,
  listFoldersTool,
  listChannelsTool,
  checkText,
  createDraft,
  updateDraft,
  createThreadTool,
  attachMedia,
  describeMedia,
  submitForReview,
  commentTool,
  listPublicationsTool,
  proposePublication,
  schedulePublication,
  cancelPublicationTool,
  movePublicationTool,
  needsAttention,
  getFiguresTool,
  bestTimes,
];

/** Whether somebody may call an endpoint at all. */
export function mayCall(person: Person, endpoint: Endpoint): boolean {
  if (endpoint.access === 'public') return true;
  try {
    requireRule(person, endpoint.access, keyRuleOf(endpoint));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The tools that somebody is told of: those that they may use. */
export const toolsFor = (person: Person): Tool[] =>
  TOOLS.filter(
    ({ uses, isFor }) =>
      uses.every((endpoint) => mayCall(person, endpoint)) && (isFor?.(person) ?? true),
  );
