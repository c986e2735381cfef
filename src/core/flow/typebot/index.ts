export { importTypebot, type TypebotImport, type TypebotReport } from './import.ts'
