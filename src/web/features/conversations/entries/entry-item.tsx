import { EntryLine } from './entry-line.tsx'
import { NoteBubble } from './note-bubble.tsx'
import type { Entry } from './use-entries.ts'

/** What stands in a thread beside its messages: a note, or a line of what was done. */
export const EntryItem = ({ entry }: { entry: Entry }) =>
  entry.kind === 'note' ? <NoteBubble entry={entry} /> : <EntryLine entry={entry} />
