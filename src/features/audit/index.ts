export {
  type Audit,
  auditCommand,
  auditVisit,
  createAudit,
  createAuditHandlers,
  noteCommand,
  noteFailedSignIn,
  noteSignIn,
} from './audit.ts'
export { type AuditStore, createAuditStore } from './store.ts'
