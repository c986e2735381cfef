import { setTimeout as sleep } from 'node:timers/promises'
import { createInProcessBus } from '../../bus/in-process.ts'
import { toOwner } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import { isUuid } from '../../core/uuid.ts'
import type { Database } from '../../db/client.ts'
import { auditCommand, createAuditStore } from '../../features/audit/index.ts'
import { ClientService, createClientStore, SessionMoves } from '../../features/clients/index.ts'
import { createUserService, createUserStore } from '../../features/users/index.ts'
import { createBaileysConnector } from '../../network/baileys/index.ts'
import type { Config } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { openSecretBox } from '../../platform/secrets.ts'
import { describeStatusCause, describeWithoutField } from '../../words/english.ts'
import { readArguments, readText, requireText, UsageError } from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import { refuseLostKey } from '../keys/lost-key.ts'
import { createNetworkTargets } from '../networks/network-targets.ts'
import { readOperator } from '../operator.ts'
import { withDatabase } from './admin.ts'
import { readSessionInput } from './session-input.ts'

const USAGE = 'session import --email E --client ID [--session NAME] PATH...'

/** The same service as behind clients.importBaileysSession; nobody has to be told, for the client is stopped. */
async function createMoves(db: Database, config: Config) {
  await refuseLostKey(config, db.pool)
  const targets = createNetworkTargets(config, null)
  const bus = createInProcessBus({ now: Date.now })
  const store = createClientStore(db)
  const shared = { db, bus, newId, now: Date.now }
  return new SessionMoves({
    ...shared,
    sleep,
    describeCause: describeStatusCause,
    box: openSecretBox(config),
    connector: createBaileysConnector({ log: silentLog }),
    clients: new ClientService({ ...shared, store, checkNetwork: targets.check }),
    targetOf: targets.targetOf,
  })
}

/** `parley session import`: gives a client the session that another program kept, from files of this machine. */
export async function runSessionCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [verb, ...rest] = args
  if (verb !== 'import') throw new UsageError(`A word is missing. Usage: parley ${USAGE}`)
  const options = {
    email: { type: 'string' },
    client: { type: 'string' },
    session: { type: 'string' },
  } as const
  const parsed = readArguments(rest, options, USAGE)
  const email = requireText(parsed, 'email', USAGE)
  const id = requireText(parsed, 'client', USAGE).toLowerCase()
  if (!isUuid(id)) throw new UsageError(`"${id}" is no id of a client.`)
  if (parsed.positionals.length === 0) throw new UsageError(`PATH is missing. Usage: parley ${USAGE}`)
  const file = await readSessionInput(parsed.positionals)
  return withDatabase(io, async (db, config) => {
    const user = await createUserService(createUserStore(db)).findByEmail(email)
    const moves = await createMoves(db, config)
    const audit = { store: createAuditStore(db), noting: db.noting }
    const target = { email, id, operator: readOperator() }
    const moved = await auditCommand(audit, 'clients.importBaileysSession', target, () =>
      moves.moveIn(id, toOwner(user.workspaceId), file, readText(parsed, 'session')),
    ).catch((error: unknown) => {
      throw nameFile(error)
    })
    const skipped = moved.skipped > 0 ? `, ${moved.skipped} keys that could not be read left out` : ''
    printLine(io.stdout, `${moved.me.phoneNumber}  ${moved.keys.length} keys${skipped}`)
    printLine(
      io.stderr,
      'It waits for its first login. Stop the place it comes from for good, without logging out there, then start the client.',
    )
    return 0
  })
}

/** The field of the call is the files that were named here. */
function nameFile(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.data?.path !== 'file') return error
  const message = `These files cannot be imported: ${describeWithoutField(error)}`
  return new Refusal(error.code, message, { cause: error })
}
