import type { Handlers } from '../../../contract/handlers.ts'
import { groupTexts, toTextKey } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { MAX_MISSED, type MissedRow, missedStore } from './missed-store.ts'

type MissedList = Awaited<ReturnType<Handlers['flows']['missed']['list']>>
type Group = MissedList['groups'][number]

const MAX_GROUPS = 200
const MAX_EXAMPLES = 5

/** One text at one place, with all that was written of it. */
interface Missed {
  nodeId: string | null
  key: string
  count: number
  rows: MissedRow[]
}

const placeOf = (nodeId: string | null): string => nodeId ?? ''

/** What people wrote that a flow did not understand, and what of it nobody wants to see again. The flow's owner was checked. */
export class MissedTexts {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async list(flowId: string, nodeIds: ReadonlySet<string>, days: number): Promise<MissedList> {
    const [answers, unmatched, dismissed] = await Promise.all([
      missedStore.readAnswers(this.#db, flowId, days),
      missedStore.readUnmatched(this.#db, flowId, days),
      missedStore.readDismissed(this.#db, flowId),
    ])
    const hidden = new Set(dismissed.map(({ nodeId, textKey }) => `${nodeId}\n${textKey}`))
    // A question may have gone since, and one of a called flow is that flow's.
    const asked = answers.filter(({ nodeId }) => nodeId !== null && nodeIds.has(nodeId))
    const rows = [...asked, ...unmatched].filter(({ text }) => toTextKey(text) !== '')
    const groups = groupByPlace(rows, hidden)
    return {
      groups: groups.slice(0, MAX_GROUPS),
      isPartial:
        groups.length > MAX_GROUPS || [answers, unmatched].some(({ length }) => length >= MAX_MISSED),
    }
  }

  /** `nodeId` is null for texts that started nothing. */
  async dismiss(flowId: string, nodeId: string | null, texts: readonly string[]): Promise<void> {
    const keys = texts.map(toTextKey)
    await this.#db.transaction((tx) => missedStore.dismiss(tx, flowId, placeOf(nodeId), keys))
  }
}

function groupByPlace(rows: readonly MissedRow[], hidden: ReadonlySet<string>): Group[] {
  const byText = new Map<string, Missed>()
  for (const row of rows) {
    const key = toTextKey(row.text)
    const place = `${placeOf(row.nodeId)}\n${key}`
    if (hidden.has(place)) continue
    const known = byText.get(place) ?? { nodeId: row.nodeId, key, count: 0, rows: [] }
    known.count += 1
    known.rows.push(row)
    byText.set(place, known)
  }
  const places = Map.groupBy(byText.values(), ({ nodeId }) => placeOf(nodeId))
  return [...places.values()]
    .flatMap((texts) => groupTexts(texts))
    .map(toGroup)
    .sort((a, b) => b.count - a.count || (a.lastAt < b.lastAt ? 1 : -1))
}

function toGroup(texts: readonly Missed[]): Group {
  const rows = texts.flatMap((text) => text.rows).sort((a, b) => b.at.getTime() - a.at.getTime())
  const nodeId = texts[0]?.nodeId ?? null
  return {
    place: nodeId === null ? 'trigger' : 'question',
    nodeId,
    texts: texts.map(({ key }) => key),
    count: rows.length,
    contacts: new Set(rows.map(({ contactJid }) => contactJid)).size,
    lastAt: (rows[0]?.at ?? new Date(0)).toISOString(),
    examples: rows.slice(0, MAX_EXAMPLES).map(({ text, contactJid, contactName, at, flowStateId }) => ({
      ...{ text, contactJid, contactName, at: at.toISOString(), flowStateId },
    })),
  }
}
