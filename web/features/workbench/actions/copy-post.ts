import { copyText } from '#web/lib/clipboard.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Copies the text of a post, and says so. */
export async function copyPost(text: string): Promise<void> {
  await copyText(text);
  toast({ title: 'Success', description: 'Text copied' });
}
