export {
  type Audit,
  auditCommand,
  createAudit,
  createAuditHandlers,
  noteCommand,
  noteFailedSignIn,
  noteSignIn,
} from './audit.ts'
export { type AuditStore, createAuditStore } from './store.ts'
