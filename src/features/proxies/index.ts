export { createProxyHandlers } from './handlers.ts'
export { passwordContext as proxyPasswordContext } from './pool.ts'
export { createProxyService, type ProxyService, type ProxyServiceDeps } from './service.ts'
