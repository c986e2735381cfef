export { CALLERS_CHANGED, createEvents, type Events } from './events.ts'
export { appendEvent } from './store.ts'
export { WAKING_TOPICS } from './tail.ts'
export { EventWatermark } from './watermark.ts'
