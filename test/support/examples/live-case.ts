import { readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '../../../examples/flows')
const DAY_MS = 86_400_000
/** The day on which the cases of the examples begin. */
const CASE_DAY = '2026-09-25'

export interface LiveStep {
  jid?: string
  text?: string
  http?: unknown
  ai?: unknown
  call?: { place: string; body: unknown }
  webhook?: { node: string; body: Record<string, unknown> }
  expect?: { out?: string[]; state?: string | null }
}

export interface LiveTable {
  columns: Record<string, string>
  unique?: string[][]
  rows?: Record<string, unknown>[]
}

export interface LiveCase {
  title: string
  contacts?: Record<string, { name?: string; phone?: string }>
  tables?: Record<string, LiveTable>
  script: LiveStep[]
}

export type ExampleFlow = Record<string, unknown> & {
  name: string
  nodes: { id: string; type: string; data: Record<string, unknown> }[]
  bundle?: { name: string }[]
  testCases: LiveCase[]
}

/**
 * An example as somebody takes it over: the addresses of its calls lead to `base`, each business below its own name. `live` is the
 * same for phones of today: its days are weeks later, on the same day of the week, so that they are ahead.
 */
export function readExample(
  name: string,
  base: string,
  today: Date,
): { flow: ExampleFlow; live: ExampleFlow } {
  const weeks = Math.max(0, Math.ceil((today.getTime() - Date.parse(CASE_DAY)) / (7 * DAY_MS)))
  const text = readFileSync(path.join(FOLDER, `${name}.json`), 'utf8').replaceAll(
    /https:\/\/api\.(\w+)\.example\.com/g,
    (_whole, business: string) => `${base}/${business}`,
  )
  return {
    flow: JSON.parse(text) as ExampleFlow,
    live: JSON.parse(moveDays(text, weeks * 7)) as ExampleFlow,
  }
}

/** Every day that a flow's tables hold, in each form in which its texts show it. */
function moveDays(text: string, days: number): string {
  const found = new Set([...text.matchAll(/"(2026-1[0-2]-\d\d|2026-09-\d\d)"/g)].map(([, day = '']) => day))
  const pairs = [...found].flatMap((day) => {
    const before = new Date(`${day}T12:00:00Z`)
    const after = new Date(before.getTime() + days * DAY_MS)
    const [old, fresh] = [formsOf(before), formsOf(after)]
    return old.map((form, index): [string, string] => [form, fresh[index] ?? ''])
  })
  const byForm = new Map(pairs)
  const forms = [...byForm.keys()].toSorted((a, b) => b.length - a.length)
  if (forms.length === 0) return text
  return text.replaceAll(new RegExp(forms.join('|'), 'g'), (form) => byForm.get(form) ?? form)
}

function formsOf(day: Date): string[] {
  const iso = day.toISOString().slice(0, 10)
  const [year, month, date] = iso.split('-')
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }).format(day)
  const number = String(day.getUTCDate())
  return [
    iso,
    `${date}/${month}/${year}`,
    `${part({ weekday: 'short' })} ${number} ${part({ month: 'short' })}`,
    `${part({ weekday: 'long' })}, ${number} ${part({ month: 'long' })}`,
    `${date}/${month} `,
  ]
}
