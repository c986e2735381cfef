import { formatWebVersion, parseWebVersion } from '../../core/client/web-version.ts'
import type { Executor } from '../../db/transaction.ts'
import type { VersionState } from '../../network/port.ts'
import { LIST_WEB_VERSIONS, type WebVersionRow, WRITE_WEB_VERSION } from './store.ts'

type Network = WebVersionRow['network']

/** After so long without word that a version is the newest, somebody should look: the network refuses old ones without notice. */
const OLD_AFTER_MS = 14 * 24 * 3_600_000

function toState(row: WebVersionRow): VersionState | null {
  const version = parseWebVersion(row.version)
  if (!version) return null
  return {
    version,
    source: row.source,
    confirmedAtMs: row.confirmedAt.getTime(),
    newest: row.newest === null ? null : parseWebVersion(row.newest),
    checkedAtMs: row.checkedAt?.getTime() ?? null,
    problem: row.problem as VersionState['problem'],
  }
}

/** What clients tell each network, kept for the next process and for those who look after the service. */
export function createWebVersionStore(db: Executor) {
  return {
    async read(network: Network): Promise<VersionState | null> {
      const row = (await db.query(LIST_WEB_VERSIONS)).find((each) => each.network === network)
      return row ? toState(row) : null
    },
    async write(network: Network, state: VersionState): Promise<void> {
      await db.query(WRITE_WEB_VERSION, [
        network,
        formatWebVersion(state.version),
        state.source,
        new Date(state.confirmedAtMs),
        state.newest && formatWebVersion(state.newest),
        state.checkedAtMs === null ? null : new Date(state.checkedAtMs),
        state.problem,
      ])
    },
  }
}

/** The same as the interface shows it. */
export async function readWebVersions(db: Executor, nowMs: number) {
  const rows = await db.query(LIST_WEB_VERSIONS)
  return rows.map((row) => ({
    ...row,
    confirmedAt: row.confirmedAt.toISOString(),
    checkedAt: row.checkedAt?.toISOString() ?? null,
    isOld: nowMs - row.confirmedAt.getTime() > OLD_AFTER_MS,
  }))
}
