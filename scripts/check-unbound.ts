import { parseSources } from './parsed-files.ts'
import { SHIPPED_FOLDERS } from './source-files.ts'
import { checkUnbound } from './unbound-check.ts'

checkUnbound(parseSources(SHIPPED_FOLDERS))
