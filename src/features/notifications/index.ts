export { Notifications } from './notifications.ts'
