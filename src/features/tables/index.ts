export { RolledBack } from './table-rows.ts'
export { Tables } from './tables.ts'
