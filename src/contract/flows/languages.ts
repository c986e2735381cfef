import { z } from 'zod'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { expectedUpdatedAt } from './versions.ts'

const id = resourceId.describe('Flow id.')
const keys = z.array(z.string())

/** Within what a request may hold. */
const MAX_CSV_CHARS = 1_000_000

/** The texts of a flow for translators, and what comes back from them. */
export const languages = {
  export: defineOperation({
    name: 'flows.languages.export',
    summary: 'Write all texts of a draft, with their translations, as CSV',
    description:
      'Columns are `Key`, `Place`, `Kind`, then one a language, the main one first. CONFLICT with `reason` FLOW_WITHOUT_LANGUAGES until its settings name languages.',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id }),
    output: z.object({
      csv: z
        .string()
        .describe('RFC 4180; cells that a spreadsheet would take for a formula begin with a quote.'),
      main: z.string(),
      others: z.array(z.string()),
      updatedAt: z.iso.datetime().describe('The state of the draft; give it to the import.'),
    }),
  }),
  import: defineOperation({
    name: 'flows.languages.import',
    summary: 'Put translations that come as CSV into a draft',
    description:
      'A blank cell leaves what is there. Texts of the main language are not changed: where one is another than in the file, its translations are stale.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({ id, csv: z.string().min(1).max(MAX_CSV_CHARS), expectedUpdatedAt }),
    output: z.object({
      changed: z.int().describe('Translations that are other ones now.'),
      unknownKeys: keys.describe('Keys that no text of the flow has; they are left out.'),
      unknownColumns: keys.describe('Columns that are no language of the flow; they are left out.'),
      staleKeys: keys.describe('Keys whose text is another one than the translator saw.'),
      updatedAt: z.iso.datetime(),
    }),
  }),
}
