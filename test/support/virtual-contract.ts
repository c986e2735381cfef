/** What vite.config.ts makes of the contract for browsers, as a module of its own for tests of the dashboard that ask for it. */
export { contract } from '../../src/contract/index.ts'
export { API_PREFIX } from '../../src/contract/operation.ts'
export { EVENT_NAMES } from '../../src/contract/resources.ts'
