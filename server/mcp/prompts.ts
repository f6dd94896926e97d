import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Prompts that people choose in their client. Their texts are fixed but for the arguments. */

const MAX_NOTES = 50_000;

const message = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'draft_thread_from_notes',
    {
      title: 'Draft a thread from notes',
      description: 'Writes a thread from your notes, and saves it as a draft for you to review.',
      argsSchema: z.object({
        notes: z.string().min(1).max(MAX_NOTES).describe('What the thread is about.'),
        folder: z.string().max(200).optional().describe('The name of the folder for the draft.'),
        channel: z.string().max(200).optional().describe('The account that it is for.'),
      }),
    },
    ({ notes, folder, channel }) =>
      message(
        [
          'Write a thread for a social network from the notes below, and save it as a draft in Postfolio.',
          '1. Read the brand voice (the resource postfolio://voices), if it is there, and keep to it.',
          `2. Choose the folder with list_folders${folder ? `: ${folder}` : ', and ask me where it is not clear'}.`,
          `3. Look up with list_channels how long a part may be${channel ? ` on ${channel}` : ''}. Say one thing in each part; the first one stands by itself.`,
          '4. Use no fact, number, name or link that is not in the notes. Ask me for what is missing.',
          '5. Check the parts with check_text, shorten what does not fit, and save them with create_thread.',
          '6. Show me the thread with its link. Publish and propose nothing.',
          `The notes:\n\n${notes}`,
        ].join('\n'),
      ),
  );
  server.registerPrompt(
    'weeks_plan',
    {
      title: 'Week’s plan',
      description: 'Looks at what is planned for a week, and proposes what to add and when.',
      argsSchema: z.object({
        week: z.string().max(100).optional().describe('Such as ‘next week’, or its first day.'),
        goal: z.string().max(1000).optional().describe('What the week is to achieve.'),
      }),
    },
    ({ week, goal }) =>
      message(
        [
          `Make a plan for what we publish ${week ? `in this week: ${week}` : 'in the next seven days'}.${goal ? ` The goal: ${goal}` : ''}`,
          '1. Read with list_publications what is scheduled and proposed, and with needs_attention what has stopped.',
          '2. Look for drafts that could be ready with search_posts, and read with best_times when posts do well.',
          '3. Show me a table: day, time, channel, post, and what is missing. Name gaps and clashes.',
          '4. Wait for my answer. Then write what I agree to as drafts, and propose times with propose_publication. A person approves them.',
        ].join('\n'),
      ),
  );
}
