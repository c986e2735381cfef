export { createSecrets, flowSecretContext, type Secrets } from './secrets.ts'
