import { statusCodes, statusNames } from '../../../words/en/client-status.ts'
import { clients } from './clients/clients.ts'
import { chat } from './conversations.ts'
import { flows, runs } from './flows.ts'
import { keys } from './keys.ts'
import { people } from './people/people.ts'
import { team } from './people/team.ts'
import { users } from './people/users.ts'
import { errors, shell } from './shell.ts'

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
