export { type Audit, createAudit, createAuditHandlers, noteSignIn } from './audit.ts'
export { type AuditStore, createAuditStore } from './store.ts'
