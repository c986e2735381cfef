export { type ActCommand, AskAccount } from './ask-account.ts'
export { refuseChatChange } from './chat-changes.ts'
export {
  createAccountCommand,
  type OwnedAccount,
  type Performers,
  refuseCode,
  requireAnswer,
} from './owner-side.ts'
