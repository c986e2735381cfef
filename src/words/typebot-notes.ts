import type { TypebotNote, TypebotNoteParams } from '../core/flow/index.ts'
import { renderCoded } from './coded.ts'
import type { Sentences } from './sentences.ts'

/** What the import of a Typebot says, in one language; a language without one of the notes does not compile. */
export type TypebotNoteWords = Sentences<TypebotNoteParams>

/** All that is said of one block, as one line. */
export function describeNotes(words: TypebotNoteWords, notes: readonly TypebotNote[]): string {
  return notes.map((note) => renderCoded(words, note)).join(' · ')
}
