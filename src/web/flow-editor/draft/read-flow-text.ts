import {
  type ForeignFile,
  importTypebot,
  type Orphans,
  parseExchange,
  recogniseArchive,
  recogniseWorkflow,
  type TypebotReport,
} from '../../../core/flow/index.ts'
import { describeNotes, type TypebotNoteWords } from '../../../words/typebot-notes.ts'
import type { FlowDocument } from '../model/graph.ts'

/** What became of a Typebot. */
export interface ImportedTypebot {
  report: readonly TypebotReport[]
  orphans: Orphans
}

/**
 * `source` is the flow in exchange format as it was written; null for a Typebot. `message` is null for what is no JSON, and for the
 * files that `foreign` says something of.
 */
export type ReadFlow =
  | { ok: true; source: Record<string, unknown>; document: FlowDocument; imported: null }
  | { ok: true; source: null; document: FlowDocument; imported: ImportedTypebot }
  | { ok: false; message: string | null; foreign?: ForeignFile }

/** A flow in exchange format, or a Typebot, told apart by what only a Typebot has. Place holders say in `notes` what they were. */
export function readFlowText(text: string, notes: TypebotNoteWords): ReadFlow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const archive = recogniseArchive(text)
    return { ok: false, message: null, ...(archive && { foreign: archive }) }
  }
  const workflow = recogniseWorkflow(value)
  if (workflow) return { ok: false, message: null, foreign: workflow }
  const isTypebot = typeof value === 'object' && value !== null && ('groups' in value || 'typebot' in value)
  if (isTypebot) {
    const read = importTypebot(value, (said) => describeNotes(notes, said))
    if (!read.ok) return read
    const { flow, report, orphans } = read
    return { ok: true, source: null, document: flow, imported: { report, orphans } }
  }
  const read = parseExchange(value)
  return read.ok
    ? { ok: true, source: value as Record<string, unknown>, document: read.flow, imported: null }
    : read
}
