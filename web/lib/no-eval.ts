// Disables zod's probe for code generation, which the content security policy would report. Set as
// a global, because importing zod here would load it with the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
