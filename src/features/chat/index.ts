export { type ChatDeps, createChat } from './chat.ts'
export type {
  Applied,
  Chat,
  ChatHandlers,
  ChatRuntime,
  FlowInput,
  FlowInputPayload,
  FlowInputType,
  MergedContact,
  OutboxSettled,
  OwnedClient,
  SendCommand,
  Sender,
  SenderOptions,
  SendReply,
} from './types.ts'
