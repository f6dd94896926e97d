import { useMutation } from '@tanstack/react-query';
import { type AssistantState, acknowledge } from '#contract/assistant/state.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { nameOf } from '#web/lib/text.ts';
import { formatIn } from '#web/lib/time/time.ts';
import { toast } from '#web/ui/overlays/toast.ts';

type Server = NonNullable<AssistantState['server']>;

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Stores that this person has been told where texts are sent. */
export const useAcknowledge = (server: Server) =>
  useMutation({
    mutationFn: () => call(acknowledge, { body: { server: server.id } }),
    onSuccess: () =>
      queryClient.setQueryData<AssistantState>(
        keys.assistantState,
        (state) => state && { ...state, acknowledged: true },
      ),
    onError: ({ message }) => {
      toast({ title: 'Error', description: message, variant: 'destructive' });
      // Another server may have been chosen meanwhile.
      void queryClient.invalidateQueries({ queryKey: keys.assistantState });
    },
  });

/** Who has chosen the server, and when. */
export const chosenText = ({ set_by: by, chosen_by: who, chosen_at: at }: Server, zone: string) =>
  by === 'operator' || !at
    ? 'Set by whoever runs this server.'
    : `Chosen by ${nameOf(who)} on ${formatIn(zone, DAY).format(new Date(at))}.`;
