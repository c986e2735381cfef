export { CALLERS_CHANGED, createEvents, type Events } from './events.ts'
export { createEventHorizon, type EventHorizon } from './horizon.ts'
export { appendEvent } from './store.ts'
export { WAKING_TOPICS } from './tail.ts'
