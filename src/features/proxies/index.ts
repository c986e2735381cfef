export { createProxyHandlers } from './handlers.ts'
export { createProxyService, type ProxyService, type ProxyServiceDeps } from './service.ts'
