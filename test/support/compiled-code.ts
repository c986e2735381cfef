import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Set-up of each test file: what Node made of the sources is kept, also for the next run and for the check. */
enableCompileCache(path.resolve('node_modules/.cache/parley/compiled'))

// The runner ends its processes by a signal, at which Node would keep nothing.
afterAll(() => flushCompileCache())
