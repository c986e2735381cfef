export { ParleyApi } from './credentials.ts'
export { Parley } from './parley-node.ts'
export { ParleyTrigger } from './trigger-node.ts'
