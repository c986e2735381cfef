import { statusCodes, statusNames } from '../../../words/en/client-status.ts'
import { clients } from './clients/clients.ts'
import { chat } from './conversations.ts'
import { flows } from './flows.ts'
import { users } from './people/users.ts'
import { workspace } from './people/workspace.ts'
import { errors, shell } from './shell.ts'

/** Every string of the dashboard in English; the other languages have exactly the same entries. */
export const en = {
  workspace,
  shell,
  errors,
  users,
  clients,
  statusCodes,
  statusNames,
  flows,
  chat,
}

export type Catalogue = typeof en
