export { createResultHandlers } from './handlers.ts'
