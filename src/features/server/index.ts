export { createServerHandlers } from './handlers.ts'
export { createWebVersionStore } from './web-versions.ts'
