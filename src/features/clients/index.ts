export { type ClientHandlerDeps, createClientHandlers } from './handlers.ts'
export { type ClientService, createClientService } from './service.ts'
export { createClientStore } from './store.ts'
