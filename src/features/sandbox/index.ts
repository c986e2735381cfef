export { createSandboxHandlers, type ScanQr } from './handlers.ts'
