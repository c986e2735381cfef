import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { readCsv, writeCsv } from '../../core/csv.ts'
import { refusal } from '../../core/errors.ts'
import { type FlowDefinition, readTranslationTable, toTranslationTable } from '../../core/flow/index.ts'
import { toDefinition } from './document.ts'
import { createSecretUse } from './secret-use.ts'
import type { FlowService } from './service.ts'
import type { FlowRow } from './store.ts'

type LanguageHandlers = Handlers['flows']['languages']

function requireLanguages(row: FlowRow) {
  const definition = toDefinition(row)
  const { languages } = definition.settings
  if (!languages) throw refusal('CONFLICT', 'FLOW_WITHOUT_LANGUAGES', {})
  return { definition, languages }
}

/** What a draft keeps of its settings, the keys that this build does not know among them. */
const withLanguages = (row: FlowRow, { settings }: FlowDefinition) => ({
  ...(row.extras.settings as Record<string, unknown>),
  languages: settings.languages,
})

/** Texts of flows for translators by the API; the editor does the same on what it has open. */
export function createLanguageHandlers(service: FlowService): LanguageHandlers {
  return {
    async export({ id }, { owner }: CallContext) {
      const row = await service.read(id, owner)
      const { definition, languages } = requireLanguages(row)
      const { columns, rows } = toTranslationTable(definition)
      const { main, others } = languages
      return { csv: writeCsv(columns, rows), main, others, updatedAt: row.updatedAt.toISOString() }
    },
    async import({ id, csv, expectedUpdatedAt }, { owner, principal }: CallContext) {
      const row = await service.read(id, owner)
      const { definition } = requireLanguages(row)
      const records = readCsv(csv)
      const read = records && readTranslationTable(definition, records)
      if (!read) throw refusal('BAD_REQUEST', 'NO_TRANSLATION_TABLE', {}, { path: 'csv' })
      const { definition: translated, ...told } = read
      const settings = withLanguages(row, translated) as NonNullable<
        Parameters<FlowService['update']>[2]['settings']
      >
      const seen = expectedUpdatedAt ?? row.updatedAt.toISOString()
      const checkUse = createSecretUse(principal)
      const { updatedAt } = await service.update(id, owner, { settings }, seen, checkUse)
      return { ...told, updatedAt: updatedAt.toISOString() }
    },
  }
}
