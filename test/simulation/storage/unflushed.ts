import type { TableName } from './rows.ts'

type Counters = Map<TableName, number>

/** What was committed and is not on the disk, in order, as commits reach it in order. */
export class Unflushed<Change> {
  private changes: Change[][] = []
  /** How far each table had counted when the disk had everything. */
  private counted: Counters = new Map()

  get commits(): number {
    return this.changes.length
  }

  has(check: (change: Change) => boolean): boolean {
    return this.changes.some((changes) => changes.some(check))
  }

  add(changes: Change[]): void {
    this.changes.push(changes)
  }

  clear(counters: Counters): void {
    this.changes = []
    this.counted = new Map(counters)
  }

  /** All commits but the first `kept`, the last change first. When none is kept, their numbers are drawn again. */
  takeLost(kept: number, counters: Counters): Change[] {
    if (kept === 0) for (const table of counters.keys()) counters.set(table, this.counted.get(table) ?? 0)
    return this.changes.slice(kept).flat().reverse()
  }
}
