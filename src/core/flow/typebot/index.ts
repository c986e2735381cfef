export { NOTE_SEPARATOR } from './converted.ts'
export { importTypebot, type TypebotImport, type TypebotReport } from './import.ts'
export { type Orphans, removeOrphans } from './orphans.ts'
