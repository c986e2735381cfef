import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about tables for flows. */
export const useTablesText = createTextHook(
  {
    en: () => import('../../i18n/en/data/tables.ts'),
    pt: () => import('../../i18n/pt/data/tables.ts'),
    es: () => import('../../i18n/es/data/tables.ts'),
  },
  ({ tables }) => tables,
)
