import type { RefusalWords } from '../../refusals.ts'
import { account, common, proxies } from './account.ts'
import { accountActs, persons, statuses } from './account-acts.ts'
import { calls } from './calls.ts'
import { clients, pairingLinks, sandbox } from './clients.ts'
import { contactFields } from './contact-fields.ts'
import { chats, runs, sends } from './conversations.ts'
import { flows, media } from './flows.ts'
import { groups } from './groups.ts'
import { incoming } from './incoming.ts'
import { knowledge } from './knowledge.ts'
import { models } from './models.ts'
import { sessions } from './sessions.ts'
import { tables } from './tables.ts'

export const refusals: RefusalWords = {
  ...common,
  ...account,
  ...tables,
  ...contactFields,
  ...models,
  ...knowledge,
  ...proxies,
  ...clients,
  ...pairingLinks,
  ...sandbox,
  ...sessions,
  ...flows,
  ...incoming,
  ...media,
  ...sends,
  ...chats,
  ...groups,
  ...accountActs,
  ...persons,
  ...statuses,
  ...runs,
  ...calls,
}
