import { z } from 'zod'

// The page may not make functions of text, and schemas need not try.
z.config({ jitless: true })
