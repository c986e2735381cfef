import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { identityOf, type ParsedProxy } from './entries.ts'
import { assignFromPool, passwordContext } from './pool.ts'
import {
  CHANGE_PROXIES,
  INSERT_PROXIES,
  LIST_POOL,
  LIST_RUNNING,
  type ListedProxy,
  LOCK_POOL,
} from './store.ts'

export interface SeedDeps {
  db: Database
  box: SecretBox
  newId: () => string
}

/** Whether the stored password is this one; one that cannot be opened any more is another. */
function hasPassword(box: SecretBox, { id, sealed }: ListedProxy, password: string): boolean {
  try {
    return (sealed === null ? '' : box.open(sealed, passwordContext(id))) === password
  } catch {
    return false
  }
}

const seal = (box: SecretBox, id: string, password: string): string | null =>
  password === '' ? null : box.seal(password, passwordContext(id))

async function insertNew(
  tx: Transaction,
  { box, newId }: SeedDeps,
  proxies: readonly ParsedProxy[],
): Promise<void> {
  const rows = proxies.map((proxy) => ({ ...proxy, id: newId() }))
  await tx.query(INSERT_PROXIES, [
    rows.map(({ id }) => id),
    rows.map(({ protocol }) => protocol),
    rows.map(({ host }) => host),
    rows.map(({ port }) => port),
    rows.map(({ user }) => user),
    rows.map(({ id, password }) => seal(box, id, password)),
  ])
}

/** Answers the ids of proxies that are reached otherwise from now on. */
async function changeKnown(
  tx: Transaction,
  box: SecretBox,
  pairs: readonly { known: ListedProxy; given: ParsedProxy }[],
): Promise<Set<string>> {
  const changed = pairs.filter(
    ({ known, given }) => known.protocol !== given.protocol || !hasPassword(box, known, given.password),
  )
  await tx.query(CHANGE_PROXIES, [
    changed.map(({ known }) => known.id),
    changed.map(({ given }) => given.protocol),
    changed.map(({ known, given }) => seal(box, known.id, given.password)),
  ])
  return new Set(changed.map(({ known }) => known.id))
}

/** Gives every client that should run a proxy; answers the clients whose way changed. */
export async function settleClients(tx: Transaction, changed: ReadonlySet<string>): Promise<string[]> {
  const running = await tx.query(LIST_RUNNING)
  const hasSound = (await tx.query(LIST_POOL)).some(({ state }) => state !== 'failed')
  const without = running.filter(({ proxyId, isFailed }) => proxyId === null || (isFailed && hasSound))
  const given = await assignFromPool(
    tx,
    without.map(({ id }) => id),
  )
  return running
    .filter(({ id, proxyId }) => given.has(id) || (proxyId !== null && changed.has(proxyId)))
    .map(({ id }) => id)
}

/** Stores the proxies and gives them out, all or nothing; answers the clients whose way changed. */
export async function writeSeed(deps: SeedDeps, proxies: readonly ParsedProxy[]): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    await tx.query(LOCK_POOL)
    const known = new Map((await tx.query(LIST_POOL)).map((row) => [identityOf(row), row]))
    const pairs = proxies.map((given) => ({ given, known: known.get(identityOf(given)) }))
    await insertNew(
      tx,
      deps,
      pairs.filter((pair) => !pair.known).map(({ given }) => given),
    )
    const again = pairs.flatMap(({ given, known: row }) => (row ? [{ given, known: row }] : []))
    return settleClients(tx, await changeKnown(tx, deps.box, again))
  })
}
