import { z } from 'zod';

// Without this zod tries whether it may compile code at run time, which the content security policy reports. It tries when
// the first schema is made: this is imported before anything that makes one.
z.config({ jitless: true });
