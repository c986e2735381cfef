export { CALLERS_CHANGED, createEvents, type Events } from './events.ts'
export { appendEvent } from './store.ts'
