export { createSandboxHandlers } from './handlers.ts'
export {
  type SandboxAct,
  type SandboxContact,
  type SandboxGroup,
  type SandboxMessage,
  type SandboxNetwork,
  type SandboxPlace,
  type SandboxPresence,
  SandboxRefusal,
} from './port.ts'
