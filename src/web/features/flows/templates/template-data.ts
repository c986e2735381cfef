import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../../app/api.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { createTextHook } from '../../../i18n/text-hook.ts'
import { addAllRows, type Values } from '../../tables/table-data.ts'
import { importUnderFreeNames } from '../import-under-free-names.ts'
import {
  fileOf,
  readTables,
  type SampleTable,
  type TemplateDocument,
  type TemplateName,
} from './templates.ts'

/** The strings about templates. */
export const useTemplatesText = createTextHook(
  {
    en: () => import('../../../i18n/en/templates.ts'),
    pt: () => import('../../../i18n/pt/templates.ts'),
    es: () => import('../../../i18n/es/templates.ts'),
  },
  ({ templates }) => templates,
)

type ExchangeDocument = Parameters<typeof api.flows.import>[0]
type Column = Parameters<typeof api.tables.set>[0]['columns'][number]

/** Each comes in a file of its own, when it is looked at. */
const FILES = import.meta.glob<TemplateDocument>('../../../../../examples/flows/*.json', {
  import: 'default',
})

async function loadTemplate(file: string): Promise<TemplateDocument> {
  const load = FILES[`../../../../../examples/flows/${file}.json`]
  if (!load) throw new Error(`the dashboard was built without the template ${file}`)
  return await load()
}

/** A template as it comes with the dashboard, in the language of the page where it is there in several. */
export function useTemplate(name: TemplateName) {
  const file = fileOf(name, useLanguage().language)
  return useQuery({
    queryKey: ['templates', file],
    queryFn: () => loadTemplate(file),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Makes a table with its rows; one of that name that is there stays as it is, whatever it holds. */
async function makeTable(name: string, { columns, unique = [], rows = [] }: SampleTable): Promise<void> {
  await api.tables.set({
    name,
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type: type as Column['type'],
    })),
    unique: unique.map((group) => [...group]),
  })
  await addAllRows(name, rows as readonly Values[])
}

/** Makes the tables that are not there, and imports the flow under a free name as a draft of the number. */
export function useTemplateUse(onMade: (flow: { id: string; name: string }) => void) {
  const cache = useQueryClient()
  return useMutation({
    async mutationFn({ template, clientId }: { template: TemplateDocument; clientId: string | null }) {
      const there = new Set((await api.tables.list({})).map(({ name }) => name))
      for (const [name, table] of readTables(template, Date.now()))
        if (!there.has(name)) await makeTable(name, table)
      // The service checks what is in it.
      const written = { ...template, clientId } as unknown as ExchangeDocument
      const { flow } = await importUnderFreeNames(cache, written)
      await cache.invalidateQueries({ queryKey: queries.tables.key() })
      return flow
    },
    onSuccess: onMade,
  })
}
