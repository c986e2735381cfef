export { createServerHandlers, type ServerHandlerDeps } from './handlers.ts'
