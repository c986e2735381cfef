/** Flows of whole businesses and short ones, by the names of their files in `examples/flows`, in the order they are shown. */
export const TEMPLATE_NAMES = [
  'restaurant-cart',
  'clinic-bookings',
  'shop-payment',
  'support-desk',
  'lead-qualification',
  'school-office',
  'gym-members',
  'estate-agent',
  'event-signup',
  'delivery-tracking',
  'nps-survey',
  'languages-menu',
  'repair-shop',
  'cake-orders',
  'water-delivery',
  'accountant-documents',
  'appointment-booking',
  'order-status',
  'news-opt-in',
  'group-entrance',
  'stop-word',
] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]

export const isTemplateName = (name: string): name is TemplateName =>
  (TEMPLATE_NAMES as readonly string[]).includes(name)

/** Those that talk in several languages themselves: one file for all readers. */
const IN_MANY: ReadonlySet<TemplateName> = new Set(['languages-menu', 'stop-word'])

/** Those whose file of the plain name is in Portuguese; that of the others is in English. */
const FIRST_IN_PORTUGUESE: ReadonlySet<TemplateName> = new Set([
  'restaurant-cart',
  'clinic-bookings',
  'lead-qualification',
  'school-office',
  'delivery-tracking',
  'nps-survey',
])

export const isInManyLanguages = (name: TemplateName): boolean => IN_MANY.has(name)

/** The file of a template for somebody who reads this language: `en`, `pt` or `es`. */
export function fileOf(name: TemplateName, language: string): string {
  const first = FIRST_IN_PORTUGUESE.has(name) ? 'pt' : 'en'
  return language === first || isInManyLanguages(name) ? name : `${name}.${language}`
}

type Value = string | number | boolean | null
type Row = Readonly<Record<string, Value>>

/** A table of a case: its columns with their types, and rows that stand in it. */
export interface SampleTable<Type extends string = string> {
  columns: Readonly<Record<string, Type>>
  unique?: readonly (readonly string[])[]
  rows?: readonly Row[]
}

/** What of a flow in exchange format the gallery reads; the service checks all of it when it is imported. */
export interface TemplateDocument {
  name: string
  description?: string
  nodes: readonly { type: string; data: Readonly<Record<string, unknown>> }[]
  testCases?: readonly TemplateCase[]
}

interface TemplateCase {
  title: string
  /** When it is played, by which its dates are to be understood. */
  startAt?: string
  tables?: Readonly<Record<string, SampleTable>>
  script: readonly CaseStep[]
}

/** `jid`: who writes it, in cases of several contacts; without a text, something happens by itself. */
interface CaseStep {
  text?: string
  jid?: string
  expect?: { out?: readonly unknown[] }
}

export interface Line {
  from: 'contact' | 'flow'
  text: string
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** The conversation of the first case, as the contact who writes first has it; empty where the flow has no cases. */
export function readConversation({ testCases = [] }: TemplateDocument): Line[] {
  const [first] = testCases
  if (!first) return []
  const who = first.script.find(({ text }) => text !== undefined)?.jid
  return first.script
    .filter(({ text, jid }) => text === undefined || jid === who)
    .flatMap(({ text, expect }) => [
      ...(text === undefined ? [] : [{ from: 'contact' as const, text }]),
      ...(expect?.out ?? []).filter(isText).map((said) => ({ from: 'flow' as const, text: said })),
    ])
}

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const DATE = /^\d{4}-\d\d-\d\d$/

/** As many whole weeks later as lie between the case and now, so that a free slot on a Friday is one to come. */
function moveDate(value: Value, days: number): Value {
  if (typeof value !== 'string' || !DATE.test(value)) return value
  return new Date(Date.parse(value) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The tables that the flow works on, with rows to begin with, whose dates are those of the weeks around `nowMs`. */
export function readTables({ testCases = [] }: TemplateDocument, nowMs: number): [string, SampleTable][] {
  const [first] = testCases
  const since = first?.startAt === undefined ? 0 : nowMs - Date.parse(first.startAt)
  const days = Math.max(0, Math.ceil(since / DAY_MS / WEEK_DAYS)) * WEEK_DAYS
  const moveRow = (row: Row, { columns }: SampleTable): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        columns[name] === 'date' ? moveDate(value, days) : value,
      ]),
    )
  return Object.entries(first?.tables ?? {}).map(([name, table]) => [
    name,
    { ...table, rows: (table.rows ?? []).map((row) => moveRow(row, table)) },
  ])
}

const SECRET = /\bsecrets\.([A-Za-z_]\w*)/g
const SECRET_FIELDS = ['secret', 'tokenSecret', 'signatureSecret']

/** What its owner has to set up before it can be published. */
export function readNeeds({ nodes }: TemplateDocument): { secrets: string[]; needsModel: boolean } {
  const written = nodes.flatMap(({ data }) =>
    [...JSON.stringify(data).matchAll(SECRET)].map((match) => match[1] ?? ''),
  )
  const named = nodes.flatMap(({ data }) => SECRET_FIELDS.map((field) => data[field]).filter(isText))
  return {
    secrets: [...new Set([...written, ...named])],
    needsModel: nodes.some(({ type }) => type === 'ai'),
  }
}
