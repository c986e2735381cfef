import { statusCodes, statusNames } from '../../../words/pt/client-status.ts'
import type { Catalogue } from '../en/index.ts'
import { clients } from './clients/clients.ts'
import { chat } from './conversations.ts'
import { flows, runs } from './flows.ts'
import { keys } from './keys.ts'
import { people } from './people/people.ts'
import { team } from './people/team.ts'
import { users } from './people/users.ts'
import { errors, shell } from './shell.ts'

export const pt: Catalogue = {
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
