import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { toPhoneNumber } from '../../core/addresses.ts'
import type { ContactState, FlowSnapshot, LaneState, RunContext, RunState } from '../../core/flow/index.ts'
import { LIVE_STATES, type RunStateName, type TimerKind } from '../../core/flow/index.ts'
import type { Executor } from '../../db/transaction.ts'
import type { FlowCatalog } from '../flows/index.ts'
import { type LaneRow, type OpenEventJson, READ_LANE, type RunJson } from './lane-sql.ts'

/** A lane as it was read: what the engine gets, and what the commit compares with. */
export interface Lane {
  clientId: string
  contactJid: string
  /** The database's clock when the lane was read, epoch milliseconds. */
  nowMs: number
  state: LaneState
  /** Versions of the active runs as they were read, by run id. */
  versions: ReadonlyMap<string, number>
  /** Who holds an unexpired claim on the live run, if anybody. */
  claimedBy: string | null
  /** The next two open events, oldest first. */
  open: readonly OpenEventJson[]
}

export interface LaneReader {
  /** Null when the client does not exist (any more). */
  read(db: Executor, clientId: string, contactJid: string, connected: boolean): Promise<Lane | null>
}

export function createLaneReader(catalog: FlowCatalog): LaneReader {
  return {
    async read(db, clientId, contactJid, connected) {
      const row = await db.queryOne(READ_LANE, [clientId, contactJid])
      if (row === undefined) return null
      const runs = (row.runs ?? []).map(toRun)
      const activeIds = row.activeVersionIds ?? []
      const snapshots = await catalog.load(db, [...new Set([...activeIds, ...runs.flatMap(usedVersions)])])
      const claimed = row.runs?.find((run) => run.isClaimed && isLive(run.state))
      return {
        clientId,
        contactJid,
        nowMs: row.nowMs,
        state: toLaneState(row, { clientId, contactJid, connected, runs, activeIds, snapshots }),
        versions: new Map(runs.map((run) => [run.id, run.version])),
        claimedBy: claimed?.claimedBy ?? null,
        open: row.open ?? [],
      }
    },
  }
}

function isLive(state: string): boolean {
  return LIVE_STATES.includes(state as RunStateName)
}

/** Every version a run may execute: its own, the one it is in, and those it returns to. */
function usedVersions(run: RunState): string[] {
  const { flowVersionId, stack } = run.context
  return [run.versionId, flowVersionId, ...stack.map((frame) => frame.versionId)]
}

function toRun(row: RunJson): RunState {
  const { claimedBy: _claimedBy, isClaimed: _isClaimed, ...rest } = row
  return {
    ...rest,
    state: row.state as RunStateName,
    context: JSON.parse(row.context) as RunContext,
    timerKind: row.timerKind as TimerKind | null,
  }
}

/** Contacts write their numbers as people in the client's country do. */
function readCountry(phoneNumber: string): string | null {
  return parsePhoneNumberFromString(phoneNumber)?.country ?? null
}

interface LaneParts {
  clientId: string
  contactJid: string
  connected: boolean
  runs: readonly RunState[]
  activeIds: readonly string[]
  snapshots: ReadonlyMap<string, FlowSnapshot>
}

function toLaneState(row: LaneRow, parts: LaneParts): LaneState {
  const { clientId, runs, activeIds, snapshots } = parts
  const contact = toContact(row, parts.contactJid)
  return {
    client: {
      id: clientId,
      name: row.clientName,
      phone: row.clientPhone,
      humanHandoffDurationSec: row.humanHandoffDurationSec,
      mainMenuFlowId: row.mainMenuFlowId,
      defaultCountry: row.clientPhone === null ? null : readCountry(row.clientPhone),
      connected: parts.connected,
    },
    contact,
    live: runs.find((run) => isLive(run.state)) ?? null,
    dormant: runs.filter((run) => run.state === 'dormant'),
    // Every start is noted with the contact, also of runs that were removed since.
    pastFlowIds: Object.keys(contact.lastFlowAt),
    flows: activeIds.flatMap((id) => snapshots.get(id) ?? []),
    versions: (id) => snapshots.get(id),
  }
}

function toContact(row: LaneRow, jid: string): ContactState {
  return {
    jid,
    phone: row.contactPhone === null ? null : toPhoneNumber(row.contactPhone),
    name: row.contactName,
    tags: row.tags,
    fields: row.fields,
    blacklist: row.blacklist,
    favourite: row.favourite,
    handoffUntil: row.handoffUntil,
    lastFlowAt: Object.fromEntries(Object.entries(row.lastFlowAt).map(([id, at]) => [id, Date.parse(at)])),
    lastInboundAt: row.lastInboundAt,
  }
}
