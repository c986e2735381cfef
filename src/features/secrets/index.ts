export {
  agreementContext,
  connectionSettingsContext,
  connectionTokensContext,
  type MailServer,
} from './connections/settings.ts'
export { TokenMissing } from './connections/token-missing.ts'
export {
  type CallPorts,
  callWithSecrets,
  type FileReader,
  listNeeded,
  prepareCall,
  type SecretReader,
  type StoredSecret,
} from './secret-call.ts'
export { createSecrets, flowSecretContext, type Secrets } from './secrets.ts'
