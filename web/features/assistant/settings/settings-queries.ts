import { useMutation, useQuery } from '@tanstack/react-query';
import * as settings from '#contract/assistant/settings.ts';
import * as voices from '#contract/assistant/voices.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

export const useAssistantSettings = () =>
  useQuery({
    queryKey: keys.assistantSettings,
    queryFn: ({ signal }) => call(settings.getSettings, { signal }),
  });

const refetchAll = () => queryClient.invalidateQueries({ queryKey: keys.assistant });

/** Its errors are shown at the fields. */
export const useSetServer = () =>
  useMutation({
    mutationFn: (body: settings.ServerFields) => call(settings.setServer, { body }),
    onSuccess: refetchAll,
  });

export type Tried = Omit<settings.ServerFields, 'model'> & { model?: string };

/** The same. */
export const useProbe = () =>
  useMutation({ mutationFn: (body: Tried) => call(settings.probe, { body }) });

export const useSwitchOff = () =>
  useInvalidatingMutation({
    run: () => call(settings.removeServer, {}),
    invalidates: [keys.assistant],
    success: 'The assistant is off',
    failure: 'The assistant couldn’t be switched off.',
  });

export const useSetLimits = () =>
  useInvalidatingMutation({
    run: (body: settings.AssistantSettings['limits']) => call(settings.setLimits, { body }),
    invalidates: [keys.assistant],
    success: 'Saved',
    failure: 'The limits couldn’t be saved.',
  });

export const useVoices = () =>
  useQuery({
    queryKey: keys.voices,
    queryFn: ({ signal }) => call(voices.listVoices, { signal }),
  });

const idOf = (id: number) => ({ params: { id: String(id) } });

/** Its errors are shown at the fields. */
export const useSaveVoice = () =>
  useMutation({
    mutationFn: ({ id, fields }: { id?: number | undefined; fields: voices.VoiceFields }) =>
      id === undefined
        ? call(voices.createVoice, { body: fields })
        : call(voices.updateVoice, { ...idOf(id), body: fields }),
    onSuccess: refetchAll,
  });

export const useDuplicateVoice = () =>
  useInvalidatingMutation({
    // A folder has one default.
    run: ({ id: _, updated_at: __, ...voice }: voices.Voice) =>
      call(voices.createVoice, {
        body: { ...voice, name: copyName(voice.name), folders: [], is_default: false },
      }),
    invalidates: [keys.assistant],
    success: ({ name }) => `“${name}” was created`,
    failure: 'The voice couldn’t be duplicated.',
  });

export const useDeleteVoice = () =>
  useInvalidatingMutation({
    run: (id: number) => call(voices.deleteVoice, idOf(id)),
    invalidates: [keys.assistant],
    success: 'Voice deleted',
    failure: 'The voice couldn’t be deleted.',
  });

export const useOwnActions = () =>
  useQuery({
    queryKey: keys.ownActions,
    queryFn: ({ signal }) => call(voices.listOwnActions, { signal }),
  });

/** Its errors are shown at the fields. */
export const useSaveOwnAction = () =>
  useMutation({
    mutationFn: ({ id, fields }: { id?: number | undefined; fields: voices.OwnActionFields }) =>
      id === undefined
        ? call(voices.createOwnAction, { body: fields })
        : call(voices.updateOwnAction, { ...idOf(id), body: fields }),
    onSuccess: refetchAll,
  });

export const useDuplicateOwnAction = () =>
  useInvalidatingMutation({
    run: ({ name, instruction }: voices.OwnAction) =>
      call(voices.createOwnAction, { body: { name: copyName(name), instruction } }),
    invalidates: [keys.assistant],
    success: ({ name }) => `“${name}” was created`,
    failure: 'The action couldn’t be duplicated.',
  });

export const useDeleteOwnAction = () =>
  useInvalidatingMutation({
    run: (id: number) => call(voices.deleteOwnAction, idOf(id)),
    invalidates: [keys.assistant],
    success: 'Action deleted',
    failure: 'The action couldn’t be deleted.',
  });

const MAX_NAME = 60;
const COPY = ' (copy)';
const copyName = (name: string) => name.slice(0, MAX_NAME - COPY.length) + COPY;
