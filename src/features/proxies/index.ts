export { createProxyHandlers } from './handlers.ts'
export { passwordContext as proxyPasswordContext } from './pool.ts'
export { ProxyService, type ProxyServiceDeps } from './service.ts'
