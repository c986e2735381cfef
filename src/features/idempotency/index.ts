export { type Answer, type IdempotentRequest, runOnce } from './run-once.ts'
export { cleanUpKeys } from './store.ts'
