import { audit } from './account/audit.ts'
import { departments } from './account/departments.ts'
import { keys } from './account/keys.ts'
import { knowledge } from './account/knowledge.ts'
import { models } from './account/models.ts'
import { notifications } from './account/notifications.ts'
import { secrets } from './account/secrets.ts'
import { server } from './account/server.ts'
import { invitations, sessions, users } from './account/users.ts'
import { workspaces } from './account/workspaces.ts'
import { campaigns } from './campaigns/campaigns.ts'
import { calls } from './clients/calls.ts'
import { channels } from './clients/channels.ts'
import { clients } from './clients/clients.ts'
import { profile } from './clients/profile.ts'
import { proxies, proxy } from './clients/proxy.ts'
import { sandbox } from './clients/sandbox.ts'
import { status } from './clients/status.ts'
import { worker } from './clients/worker.ts'
import { approvals } from './conversations/approvals.ts'
import { chat } from './conversations/chat.ts'
import { contacts } from './conversations/contacts.ts'
import { groups } from './conversations/groups.ts'
import { labels } from './conversations/labels.ts'
import { presence } from './conversations/network/contact-presence.ts'
import { whatsappLabels } from './conversations/network/whatsapp-labels.ts'
import { replies } from './conversations/replies.ts'
import { events } from './events/events.ts'
import { webhooks } from './events/webhooks.ts'
import { assets } from './flows/assets.ts'
import { evaluations } from './flows/evaluations.ts'
import { flows } from './flows/flows.ts'
import { tables } from './flows/tables.ts'
import { type ListedOperation, listOperations, type OperationEntry } from './operation.ts'

/** The whole interface: its 21 operations and the extensions (`meta.extension`). */
export const contract = {
  chat,
  contacts,
  groups,
  channels,
  profile,
  calls,
  presence,
  status,
  replies,
  departments,
  labels,
  whatsappLabels,
  campaigns,
  approvals,
  server,
  worker,
  flows,
  evaluations,
  clients,
  proxy,
  proxies,
  workspaces,
  keys,
  secrets,
  models,
  knowledge,
  tables,
  assets,
  events,
  webhooks,
  sandbox,
  users,
  invitations,
  sessions,
  notifications,
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
