import * as auth from '#contract/core/auth.ts';
import type { AppContext } from '../../../context.ts';
import { register } from './registration.service.ts';

export function registrationRoutes(context: AppContext) {
  context.bind(auth.register, (call) => register(context, call.body, call));
}
