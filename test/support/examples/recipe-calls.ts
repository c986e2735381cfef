import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RecipeServices } from './recipe-services.ts'

const FOLDER = path.join(import.meta.dirname, '../../../src/web/public/recipes')

/** A recipe as a flow of its user calls it, and what the contact is told then. */
export interface RecipeCall {
  recipe: string
  inputs: Record<string, unknown>
  /** A text of the caller's, with the results as variables. */
  told: string
  /** What the contact gets, one text after the other. */
  expected: string[]
  /** Happens after the first text, and before the contact writes `writes`, if anything. */
  after?: (services: RecipeServices) => unknown
  writes?: string
}

const DAY = '2030-05-02'

/** Each recipe is called once to its end, and one where it fails. */
export const RECIPE_CALLS: readonly RecipeCall[] = [
  {
    recipe: 'google-sheets-append',
    inputs: { spreadsheet: '1AbC', sheet: 'Orders', row: ['Ana', '=IMPORTXML(1)', 2] },
    told: '{{ vars.range }}',
    expected: ['Orders!A3'],
  },
  {
    recipe: 'google-sheets-append',
    inputs: { spreadsheet: 'other', row: ['Ana'] },
    told: '{{ vars.range }}',
    expected: ['failed'],
  },
  {
    recipe: 'google-sheets-find',
    inputs: { spreadsheet: '1AbC', range: 'Orders!A1:B9', column: 'phone', value: '+351 911 111 111' },
    told: '{{ vars.found }} {{ vars.row.Name }} {{ vars.number }}',
    expected: ['true Bia 2'],
  },
  {
    recipe: 'google-calendar-free-slots',
    inputs: { calendar: 'shop@example.com', day: DAY, from: '09:00', to: '10:00', minutes: 30 },
    told: '{% for slot in vars.slots %}{{ slot.start }}{% endfor %}',
    expected: ['2030-05-02T09:30:00.000Z'],
  },
  {
    recipe: 'google-calendar-event',
    inputs: { calendar: 'shop@example.com', title: 'Ana', start: `${DAY}T10:00:00Z` },
    told: '{{ vars.made }} {{ vars.event }}',
    expected: ['true ev1'],
  },
  {
    recipe: 'email-smtp',
    inputs: { to: 'shop@example.com', subject: 'Order', text: 'One bowl', answerTo: 'ana@example.org' },
    told: 'sent',
    expected: ['sent'],
  },
  {
    recipe: 'stripe-payment',
    inputs: { amount: 19.9, currency: 'EUR', product: 'Bowl' },
    told: '{{ vars.paid }} {{ vars.session }}',
    expected: ['Pay here: https://checkout.stripe.com/c/pay/cs_test_1', 'true cs_test_1'],
    after: ({ sessions }) =>
      sessions.set('cs_test_1', {
        ...{ id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' },
        ...{ status: 'complete', payment_status: 'paid' },
      }),
    writes: 'paid',
  },
  {
    recipe: 'mercado-pago-payment',
    inputs: { amount: 49.9, product: 'Vaso' },
    told: '{{ vars.paid }}',
    expected: ['Pague aqui: https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=pref_1', 'true'],
    after: (services) => services.payPreference(),
  },
  {
    recipe: 'cal-com-slots',
    inputs: { eventType: 123, day: '2030-05-03' },
    told: '{{ vars.slots.size }}',
    expected: ['0'],
  },
  {
    recipe: 'cal-com-booking',
    inputs: { eventType: 123, start: `${DAY}T09:00:00+01:00`, name: 'Ana', email: 'ana@example.org' },
    told: '{{ vars.booked }} {{ vars.booking }}',
    expected: ['true bk_1'],
  },
  {
    recipe: 'hubspot-contact',
    inputs: { email: 'ana@example.org', firstName: 'Ana' },
    told: '{{ vars.contactId }} {{ vars.isNew }}',
    expected: ['512 true'],
  },
]

export const keywordOf = (index: number): string => `recipe ${index + 1}`

/** A recipe whose calls go to the stand-ins below `base`. */
export function readRecipe(name: string, base: string): Record<string, unknown> {
  const text = readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')
  return JSON.parse(text.replaceAll('"url": "https://', `"url": "${base}/`)) as Record<string, unknown>
}

/** The names of the results that a text inserts. */
const resultsOf = (told: string): string[] => [
  ...new Set([...told.matchAll(/vars\.(\w+)/g)].map(([, name = '']) => name)),
]

/** A flow that a keyword starts, and that tells the contact what the recipe came to. */
export function buildCaller(
  { inputs, told, recipe }: RecipeCall,
  index: number,
  flowId: string,
  clientId: string,
) {
  const at = { position: { x: 0, y: 0 } }
  return {
    ...{ version: 1, clientId, name: `Caller ${index + 1} of ${recipe}` },
    nodes: [
      { id: 't', type: 'trigger.keyword', ...at, data: { values: [keywordOf(index)] } },
      {
        id: 'c',
        type: 'subflow',
        ...at,
        data: { flowId, inputs, outputs: Object.fromEntries(resultsOf(told).map((name) => [name, name])) },
      },
      { id: 'd', type: 'send.text', ...at, data: { text: told } },
      { id: 'f', type: 'send.text', ...at, data: { text: 'failed' } },
    ],
    edges: [
      { id: '1', source: 't', target: 'c' },
      { id: '2', source: 'c', sourceHandle: 'done', target: 'd' },
      { id: '3', source: 'c', sourceHandle: 'failed', target: 'f' },
    ],
  }
}
