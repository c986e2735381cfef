export { Labels } from './labels.ts'
