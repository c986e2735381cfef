export { type Sandbox, type SandboxOptions, startSandbox } from './api/sandbox.ts'
export { InputError } from './protocol/addresses.ts'
