import * as apps from '#contract/people/apps.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './apps.service.ts';
import { readDevice, refuseDevice } from './devices.ts';
import { resourceOf } from './parameters.ts';
import { readRequest } from './requests.ts';

export function appRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(apps.readAppRequest, ({ person, body }) => readRequest(context, person, body.query));
  bind(apps.readDeviceRequest, ({ person, body }) => readDevice(context, person, body.user_code));
  bind(apps.refuseDevice, ({ person, body }) => refuseDevice(context, person, body.request));
  bind(apps.allowApp, ({ person, body }) => service.allowApp(context, person, body));
  bind(apps.listApps, async ({ person }) => ({
    address: resourceOf(context.config.origin, 'mcp'),
    apps: await service.listApps(database, person),
  }));
  bind(apps.getApp, ({ person, params }) => service.getApp(database, person, params.id));
  bind(apps.disconnectApp, ({ person, params }) =>
    service.disconnectApp(context, person, params.id),
  );
  bind(apps.disconnectApps, ({ person }) => service.disconnectApps(context, person));
}
