export type { TypebotProblem } from './document.ts'
export { importTypebot, type TypebotImport, type TypebotReport } from './import.ts'
export type { TypebotNote, TypebotNoteParams } from './notes.ts'
export { type Orphans, removeOrphans } from './orphans.ts'
