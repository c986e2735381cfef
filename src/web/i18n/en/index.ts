import { statusCodes, statusNames } from '../../../words/en/client-status.ts'
import { clients } from './clients/clients.ts'
import { chat } from './conversations.ts'
import { flows, runs } from './flows.ts'
import { keys } from './keys.ts'
import { people } from './people.ts'
import { errors, shell } from './shell.ts'
import { team } from './team.ts'
import { users } from './users.ts'

/** Every string of the dashboard in English; the other languages have exactly the same entries. */
export const en = {
  people,
  team,
  shell,
  errors,
  users,
  clients,
  statusCodes,
  statusNames,
  keys,
  flows,
  runs,
  chat,
}

export type Catalogue = typeof en
