import {
  type ForeignFile,
  importTypebot,
  type Orphans,
  parseExchange,
  recogniseArchive,
  recogniseWorkflow,
  type TypebotProblem,
  type TypebotReport,
} from '../../../core/flow/index.ts'
import { describeNotes, type TypebotNoteWords } from '../../../words/typebot-notes.ts'
import type { FlowDocument } from '../model/graph.ts'

/** What became of a Typebot. */
export interface ImportedTypebot {
  report: readonly TypebotReport[]
  orphans: Orphans
}

interface UnreadableTypebot {
  reason: 'TYPEBOT_UNREADABLE'
  params: TypebotProblem
}

/**
 * `source` is the flow in exchange format as it was written; null for a Typebot. `message` is null for what is no JSON, and for the
 * files that `refused` says something of, in the form of a refusal.
 */
export type ReadFlow =
  | { ok: true; source: Record<string, unknown>; document: FlowDocument; imported: null }
  | { ok: true; source: null; document: FlowDocument; imported: ImportedTypebot }
  | { ok: false; message: string | null; refused?: ForeignFile | UnreadableTypebot }

/** A flow in exchange format, or a Typebot, told apart by what only a Typebot has. Place holders say in `notes` what they were. */
export function readFlowText(text: string, notes: TypebotNoteWords): ReadFlow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const archive = recogniseArchive(text)
    return { ok: false, message: null, ...(archive && { refused: archive }) }
  }
  const workflow = recogniseWorkflow(value)
  if (workflow) return { ok: false, message: null, refused: workflow }
  const isTypebot = typeof value === 'object' && value !== null && ('groups' in value || 'typebot' in value)
  if (isTypebot) {
    const read = importTypebot(value, (said) => describeNotes(notes, said))
    if (!read.ok) {
      const { problem: params } = read
      return { ok: false, message: null, refused: { reason: 'TYPEBOT_UNREADABLE', params } }
    }
    const { flow, report, orphans } = read
    return { ok: true, source: null, document: flow, imported: { report, orphans } }
  }
  const read = parseExchange(value)
  return read.ok
    ? { ok: true, source: value as Record<string, unknown>, document: read.flow, imported: null }
    : read
}
