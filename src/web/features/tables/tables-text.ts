import { tables as en } from '../../i18n/en/data/tables.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { tables as pt } from '../../i18n/pt/data/tables.ts'

/** The strings about tables for flows. */
export const useTablesText = createTextHook<typeof en>({ en, pt })
