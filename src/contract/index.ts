import { assets } from './assets.ts'
import { audit } from './audit.ts'
import { chat } from './chat.ts'
import { clients } from './clients.ts'
import { contacts } from './contacts.ts'
import { events } from './events.ts'
import { flows } from './flows.ts'
import { keys } from './keys.ts'
import { type ListedOperation, listOperations, type OperationEntry } from './operation.ts'
import { proxies, proxy } from './proxy.ts'
import { sandbox } from './sandbox.ts'
import { secrets } from './secrets.ts'
import { server } from './server.ts'
import { invitations, sessions, users } from './users.ts'
import { webhooks } from './webhooks.ts'
import { worker } from './worker.ts'

/** The whole interface: its 21 operations and the extensions (`meta.extension`). */
export const contract = {
  chat,
  contacts,
  server,
  worker,
  flows,
  clients,
  proxy,
  proxies,
  keys,
  secrets,
  assets,
  events,
  webhooks,
  sandbox,
  users,
  invitations,
  sessions,
  audit,
}

export type Contract = typeof contract

type NamesBelow<Group, Path extends string> = {
  [K in keyof Group & string]: Group[K] extends { '~orpc': object }
    ? `${Path}${K}`
    : NamesBelow<Group[K], `${Path}${K}.`>
}[keyof Group & string]

/** For example `flows.states.get`. */
export type OperationName = NamesBelow<Contract, ''>

/** Every operation of the interface, in the order it is written. */
export const OPERATIONS: readonly ListedOperation[] = listOperations(contract)

/** What is known of each operation, by its name. */
export const ENTRIES: ReadonlyMap<string, OperationEntry> = new Map(
  OPERATIONS.map(({ name, entry }) => [name, entry]),
)
