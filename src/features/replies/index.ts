export { Replies } from './replies.ts'
