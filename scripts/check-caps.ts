import { checkCaps } from './caps-check.ts'
import { parseSources } from './parsed-files.ts'

checkCaps(parseSources())
