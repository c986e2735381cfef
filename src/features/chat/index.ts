export { type ChatDeps, createChat } from './chat.ts'
export type {
  Applied,
  Chat,
  ChatHandlers,
  ChatRuntime,
  MergedContact,
  OwnedClient,
  SendCommand,
  Sender,
  SenderOptions,
  SendReply,
} from './types.ts'
