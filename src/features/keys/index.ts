export { createKeyHandlers } from './handlers.ts'
export { type KeyCheck, KeyChecker, type LimitState } from './key-checker.ts'
export { createKeyService, type KeyService } from './service.ts'
export { createKeyStore, type KeyLimits, type KeyStore, TIER_LIMITS } from './store.ts'
