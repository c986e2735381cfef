export { createSecrets, type Secrets } from './secrets.ts'
