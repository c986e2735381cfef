import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { GivenFile } from './knowledge.ts'

const PLACE = path.join(import.meta.dirname, '../knowledge')

/** A question as a customer types it, and what a piece that answers it says. */
export interface RecallQuestion {
  question: string
  document: string
  answer: string
}

export const RECALL_DOCUMENTS: readonly (GivenFile & { fileName: string })[] = readdirSync(
  path.join(PLACE, 'documents'),
)
  .toSorted()
  .map((fileName) => ({
    fileName,
    title: fileName,
    bytes: readFileSync(path.join(PLACE, 'documents', fileName)),
  }))

export const RECALL_QUESTIONS = JSON.parse(
  readFileSync(path.join(PLACE, 'questions.json'), 'utf8'),
) as readonly RecallQuestion[]

interface Found {
  title: string
  text: string
}

/** Where among what was found the answer stands, from 1; null: nowhere. */
export function rankOf({ document, answer }: RecallQuestion, found: readonly Found[]): number | null {
  const at = found.findIndex(
    ({ title, text }) => title === document && text.replace(/\s+/g, ' ').includes(answer),
  )
  return at === -1 ? null : at + 1
}
