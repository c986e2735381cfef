export { Campaigns } from './campaigns.ts'
