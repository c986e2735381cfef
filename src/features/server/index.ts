export { createServerHandlers } from './handlers.ts'
