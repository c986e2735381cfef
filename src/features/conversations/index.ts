export { ClientConversations } from './client-conversations.ts'
export { Chat, type ChatDeps, type ChatRuntime } from './conversations.ts'
export type { Ingested, IngestOptions } from './decide/inline.ts'
export type { ConversationClient, ConversationRunner, ConversationRunnerOptions } from './decide/runner.ts'
export type { ChatAct, EffectPorts } from './effects/effect-types.ts'
export type { ChatHandlers } from './operations/chat.ts'
export type { Applied } from './receive/receive.ts'
export type { OwnedClient } from './records/owned-client.ts'
export {
  type AskUsername,
  createAskUsername,
  isUnanswered,
  MAX_USERNAME_ASKS,
} from './records/people/named-people.ts'
export type { SendCommand, SendReply } from './records/send-command.ts'
export { HIDDEN_TYPES } from './records/stored-message.ts'
export { Runs, type RunsDeps, type RunTasks } from './runs.ts'
export type { PiggybackPart, PiggybackSource } from './send/pending-messages.ts'
export { type QueuedSend, queueSends, withdrawSends } from './send/queued-sends.ts'
export type { Sender } from './send/sender.ts'
export type { SenderOptions } from './send/sender-options.ts'
