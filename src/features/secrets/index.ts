export {
  type CallPorts,
  callWithSecrets,
  type FileReader,
  type SecretReader,
} from './secret-call.ts'
export { createSecrets, flowSecretContext, type Secrets } from './secrets.ts'
