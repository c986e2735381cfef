import type { ProxyFailure } from '../../core/client/proxy-failure.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProxyError, ProxyRoute } from '../../network/port.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { identityOf, type ParsedProxy } from './entries.ts'
import { assignFromPool, logFailed, passwordContext } from './pool.ts'
import {
  CHANGE_PROXIES,
  INSERT_PROXIES,
  LEAVE_SANDBOX_ALONE,
  LIST_POOL,
  LIST_RUNNING,
  type ListedProxy,
  LOCK_POOL,
  NOTE_TRIED,
} from './store.ts'

export interface SeedDeps {
  /** What a proxy did wrong, in the language of the interface. */
  describeFailure(failure: ProxyFailure): string
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

const isChanged = (box: SecretBox, known: ListedProxy, given: ParsedProxy): boolean =>
  known.protocol !== given.protocol || !hasPassword(box, known, given.password)

/** Answers the ids of proxies that are reached otherwise from now on. */
async function changeKnown(
  tx: Transaction,
  box: SecretBox,
  pairs: readonly { known: ListedProxy; given: ParsedProxy }[],
): Promise<Set<string>> {
  const changed = pairs.filter(({ known, given }) => isChanged(box, known, given))
  await tx.query(CHANGE_PROXIES, [
    changed.map(({ known }) => known.id),
    changed.map(({ given }) => given.protocol),
    changed.map(({ known, given }) => seal(box, known.id, given.password)),
  ])
  return new Set(changed.map(({ known }) => known.id))
}

export interface Settled {
  /** Clients whose way changed. */
  moved: string[]
  /** Clients that nothing sound is there for, with the failed proxy they have. */
  left: { clientId: string; proxyId: string | null }[]
}

/**
 * Gives every client that should run a proxy. With `toSoundOnly` none is given one that failed: who is connected stays as
 * it is.
 */
export async function settleClients(
  tx: Transaction,
  changed: ReadonlySet<string>,
  { toSoundOnly = false } = {},
): Promise<Settled> {
  await tx.query(LEAVE_SANDBOX_ALONE)
  const running = await tx.query(LIST_RUNNING)
  const hasSound = (await tx.query(LIST_POOL)).some(({ state }) => state !== 'failed')
  const without = running.filter(({ proxyId, isFailed }) => proxyId === null || (isFailed && hasSound))
  const given = await assignFromPool(tx, toSoundOnly && !hasSound ? [] : without.map(({ id }) => id))
  return {
    moved: running
      .filter(({ id, proxyId }) => given.has(id) || (proxyId !== null && changed.has(proxyId)))
      .map(({ id }) => id),
    left: running
      .filter(({ id, proxyId, isFailed }) => !given.has(id) && (proxyId === null || isFailed))
      .map(({ id, proxyId }) => ({ clientId: id, proxyId })),
  }
}

/** What came of reaching proxies once, by their identity; null where the network answered. */
export type Tried = ReadonlyMap<string, ProxyError | null>

/** Those of which nothing is known as they are given now. */
export async function listUnknown(
  { db, box, newId }: SeedDeps,
  proxies: readonly ParsedProxy[],
): Promise<ProxyRoute[]> {
  const known = new Map((await db.query(LIST_POOL)).map((row) => [identityOf(row), row]))
  return proxies.flatMap((given) => {
    const row = known.get(identityOf(given))
    const isKnown = row && row.state !== 'untried' && !isChanged(box, row, given)
    return isKnown ? [] : [{ ...given, id: row?.id ?? newId(), isOwn: false }]
  })
}

/** Keeps what came of each try; answers those that failed. */
async function noteTried(
  tx: Transaction,
  { describeFailure }: SeedDeps,
  tried: Tried,
): Promise<Map<string, ProxyError>> {
  const rows = (await tx.query(LIST_POOL)).filter((row) => tried.has(identityOf(row)))
  const problemOf = (row: ListedProxy): ProxyError | null => tried.get(identityOf(row)) ?? null
  const failures = rows.map((row) => problemOf(row)?.failure ?? null)
  await tx.query(NOTE_TRIED, [
    rows.map(({ id }) => id),
    rows.map((row) => problemOf(row)?.fault ?? null),
    failures.map((failure) => failure && describeFailure(failure)),
    failures.map((failure) => failure && JSON.stringify(failure)),
  ])
  const failed = new Map<string, ProxyError>()
  for (const row of rows) {
    const problem = problemOf(row)
    if (!problem) continue
    failed.set(row.id, problem)
    await logFailed(tx, { ...row, isOwn: false }, problem, { moved: new Map(), describeFailure })
  }
  return failed
}

export interface Seeded {
  moved: string[]
  /** Clients that stay as they are, each with a proxy that could not take it. */
  left: { clientId: string; problem: ProxyError }[]
}

/** Stores the proxies and gives them out, all or nothing. */
export async function writeSeed(
  deps: SeedDeps,
  proxies: readonly ParsedProxy[],
  tried: Tried,
): Promise<Seeded> {
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
    const changed = await changeKnown(tx, deps.box, again)
    const failed = await noteTried(tx, deps, tried)
    for (const id of failed.keys()) changed.delete(id)
    const { moved, left } = await settleClients(tx, changed, { toSoundOnly: true })
    const problems = [...failed.values()]
    return {
      moved,
      left: left.flatMap(({ clientId, proxyId }, at) => {
        const problem = (proxyId !== null && failed.get(proxyId)) || problems[at % problems.length]
        return problem ? [{ clientId, problem }] : []
      }),
    }
  })
}
