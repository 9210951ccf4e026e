import { config } from 'zod'

// Compiled schemas need eval, which the content security policy refuses. This must be said before
// the first schema is made: the page imports this module first.
config({ jitless: true })
