import { getInstallation, takeOver } from '#contract/core/installation.ts';
import type { AppContext } from '../../../context.ts';
import type { Storage } from '../../../storage/storage.ts';
import { takeOverAs } from './installation.service.ts';

export function installationRoutes(context: AppContext & { files: Storage }) {
  const { bind, installation } = context;
  bind(getInstallation, () => ({ at_rest: installation.atRest() ?? null }));
  bind(takeOver, ({ person }) => takeOverAs(context, person));
}
