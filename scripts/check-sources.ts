import { checkCaps } from './caps-check.ts'
import { parseSources } from './parsed-files.ts'
import { checkUnbound } from './unbound-check.ts'

/** What `check-caps.ts` and `check-unbound.ts` look for, in files that are read once for both. */
const parsed = parseSources()
checkCaps(parsed)
checkUnbound(parsed)
