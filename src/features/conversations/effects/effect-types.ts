import { createHash } from 'node:crypto'
import type { CallFailure } from '../../../core/conversation/call-failure.ts'
import type { EffectError, EffectResult } from '../../../core/conversation/flow-event.ts'
import type { ChatActionEffect, StatusPostEffect } from '../../../core/flow/index.ts'
import type { TableAnswer, TableCall } from '../../../core/tables.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { OutboundHttp } from '../../../platform/outbound-http.ts'
import type { ScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import type { ChannelActTable } from '../../channels/index.ts'
import type { MailCall, MailOutcome } from '../../email/index.ts'
import type { GroupAct, GroupActs } from '../../groups/index.ts'
import type { KnowledgePort, McpCall, McpOutcome, ModelCall, ModelOutcome } from '../../models/index.ts'
import type { FileReader, SecretReader } from '../../secrets/index.ts'
import type { SendReply } from '../records/send-command.ts'

/** What effects reach the outside with. */
export interface EffectPorts {
  http: OutboundHttp
  scripts: ScriptSandbox
  secrets: SecretReader
  /** Without it no file can be posted. */
  files?: FileReader
  /** Without it every model is one that is not set up. */
  models?: ModelPort
  /** Without it nothing is found. */
  knowledge?: KnowledgePort
  /** Without it every tool of a server fails. */
  mcp?: McpPort
  /** Without it there are no tables. */
  tables?: TablePort
  /** Without it no e-mail is sent. */
  mailer?: MailPort
  /** In place of the client's own connection. */
  groups?: GroupPort | undefined
  /** The same for channels. */
  channels?: ChannelPort | undefined
  statuses?: StatusPort | undefined
}

/** As ids of messages look; the same however often an effect is tried, by whichever process. */
export const toMessageId = (effectId: string): string =>
  `3EB0${createHash('sha256').update(effectId).digest('hex').slice(0, 18).toUpperCase()}`

/** Acts on groups as operations do; rejects with their refusals. */
export interface GroupPort {
  act<A extends GroupAct>(act: A, input: GroupActs[A]['input']): Promise<GroupActs[A]['output']>
}

/** Posts in channels as the operation does; rejects with its refusals. */
export interface ChannelPort {
  post(input: ChannelActTable['post']['input']): Promise<ChannelActTable['post']['output']>
}

/** Posts statuses as the operation does; rejects with its refusals. `repeat`: an attempt before may have left. */
export interface StatusPort {
  post(input: { id: string; content: StatusPostEffect['content']; repeat: boolean }): Promise<SendReply>
}

/** Carries out calls of tables in the transaction of the caller. */
export interface TablePort {
  run(tx: Transaction, userId: string, call: TableCall): Promise<TableAnswer>
}

/** Sends e-mails. */
export interface MailPort {
  send(call: MailCall): Promise<MailOutcome>
}

/** Asks language models. */
export interface ModelPort {
  ask(call: ModelCall): Promise<ModelOutcome>
}

/** Calls tools of servers for models. */
export interface McpPort {
  call(call: McpCall): Promise<McpOutcome>
}

/** What work in a transaction came to; `undone`: nothing of it may stay but the answer. */
export type TransactedAnswer = ({ result: EffectResult } | { error: EffectError }) & { undone?: true }

/** Something to do in a chat that is no message; `contactJid` is the chat. */
export interface ChatAct {
  contactJid: string
  action: ChatActionEffect['action']
  value: string | null
  messageId: string | null
  /** "typing" is shown, and renewed, until it is aborted. */
  until?: AbortSignal
}

/**
 * The end of one attempt at an effect. `retry`: again, not before `afterMs`. `broken_off`: the service is closing, nobody waits for
 * it any more, or there was no place for it, so it counts as not begun. `logged` and `messaged` are stored in one transaction with the end of the effect.
 */
export type EffectOutcome =
  | { kind: 'result'; result: EffectResult }
  | { kind: 'failed'; error: EffectError }
  /** Its English is made where it is stored. */
  | { kind: 'call_failed'; failure: CallFailure }
  | { kind: 'retry'; afterMs?: number }
  | { kind: 'broken_off'; afterMs?: number }
  /** Work in the database whose answer is stored in the same transaction, so that it is done once or not at all. */
  | { kind: 'transacted'; work: (tx: Transaction) => Promise<TransactedAnswer>; sends?: true }
  /** Work in the database that is done with the end of the effect in one transaction. False: not yet, and nothing of it stays. */
  | { kind: 'committed'; work: (tx: Transaction) => Promise<boolean> }
  | { kind: 'finished' }
  | { kind: 'logged'; event: string; payload: unknown }
  | { kind: 'messaged'; to: string; text: string }
