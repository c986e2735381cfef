import { statusCodes, statusNames } from '../../../words/es/client-status.ts'
import type { Catalogue } from '../en/index.ts'
import { clients } from './clients/clients.ts'
import { chat } from './conversations.ts'
import { flows } from './flows.ts'
import { users } from './people/users.ts'
import { workspace } from './people/workspace.ts'
import { errors, shell } from './shell.ts'

export const es: Catalogue = {
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
