export { createOverview } from './overview.ts'
