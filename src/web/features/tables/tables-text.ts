import { tables as en } from '../../i18n/en/tables.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { tables as pt } from '../../i18n/pt/tables.ts'

/** The strings about tables for flows. */
export const useTablesText = createTextHook<typeof en>({ en, pt })
