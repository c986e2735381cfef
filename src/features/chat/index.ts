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
  OwnedClient,
  SendCommand,
  Sender,
  SenderOptions,
  SendReply,
} from './types.ts'
