// Without this zod tries whether it may compile code at run time, which the content security policy reports. It looks here when
// it is loaded, which is not with the first page: importing it to say so would load it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
