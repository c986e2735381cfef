export { createEventHandlers } from './events.ts'
