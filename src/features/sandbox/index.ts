export { createSandboxHandlers } from './handlers.ts'
export {
  type SandboxAct,
  type SandboxContact,
  type SandboxMessage,
  type SandboxNetwork,
  SandboxRefusal,
} from './port.ts'
