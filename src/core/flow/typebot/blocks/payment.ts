import {
  type ConvertContext,
  type Converter,
  convertToNodes,
  type Exit,
  type NewNode,
  newNode,
} from '../converted.ts'
import { objectOf, type TypebotBlock, textOf } from '../document.ts'
import { note } from '../notes.ts'
import { toNodeId } from './ids.ts'

const SESSIONS = 'https://api.stripe.com/v1/checkout/sessions'
const HEADERS = [{ name: 'Authorization', value: 'Bearer {{ secrets.stripe }}' }]
/** Currencies whose smallest unit is the whole: https://docs.stripe.com/currencies#zero-decimal */
const WITHOUT_CENTS = 'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ')
/** A link ends after a day, and so does the last wait for it. */
const WAIT_SEC = 86_400
/** The places of the wait and of what is said when nothing was paid, among the nodes of a payment. */
const WAITS = 3
const RETRY = 6
const DONE_URL = 'https://example.com/paid'

interface Names {
  session: string
  link: string
  total: string
  paid: string
  state: string
}

/**
 * A payment becomes a link of Stripe's own page (Checkout). Stripe's account calls one address for all payments, so what
 * counts is what the session says: it is looked up when the contact writes, and when the address of this run is called.
 */
export const payment: Converter = (block, context) => {
  const { variables } = context
  const { labels, retryMessageContent, variableId } = block.options
  const own = (name: string) => variables.fresh(`payment_${name}`)
  const names: Names = {
    session: own('session'),
    link: own('link'),
    total: own('total'),
    paid: own('paid'),
    state: own('state'),
  }
  const button = variables.text(objectOf(labels).button) || 'Pay'
  const success = variables.text(objectOf(labels).success)
  const retry = variables.text(retryMessageContent) || 'Payment failed. Please, try again.'
  const stored = variables.find(variableId)
  const nodes: NewNode[] = [
    ...makeSession(block, names, context),
    newNode('send.text', { text: `${button}: {{ vars.${names.link} }}` }),
    newNode('wait.webhook', { timeoutSec: WAIT_SEC, onMessage: 'skip' }),
    ...lookUp(names),
    { ...newNode('send.text', { text: retry }, { out: { node: WAITS } }), isBeside: true },
  ]
  if (success !== '') nodes.push(newNode('send.text', { text: success }))
  if (stored !== undefined)
    nodes.push(newNode('set', { assign: [{ var: stored, value: success || 'Success' }] }))
  return convertToNodes(nodes, [note('PAYMENT_LINK'), note('PAYMENT_LOOKED_UP')])
}

/** The amount in the smallest unit of its currency, and the session it is paid in. */
function makeSession(
  block: TypebotBlock,
  { session, link, total }: Names,
  { variables }: ConvertContext,
): NewNode[] {
  const { amount, currency, additionalInformation } = block.options
  const unit = (textOf(currency) || 'USD').toLowerCase()
  const { name, email, description } = objectOf(additionalInformation)
  const product = variables.text(description) || variables.text(name) || 'Payment'
  const body = {
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': unit,
    'line_items[0][price_data][unit_amount]': `{{ vars.${total} }}`,
    'line_items[0][price_data][product_data][name]': product,
    success_url: DONE_URL,
    'metadata[callback]': `{{ node.${toNodeId(block.id, WAITS)}.url }}`,
    ...(textOf(email) === '' ? {} : { customer_email: variables.text(email) }),
  }
  const formula = `round(vars.${total} * ${WITHOUT_CENTS.includes(unit) ? 1 : 100})`
  const assign = [
    { var: total, value: variables.text(textOf(amount)) || '0', as: 'number' },
    { var: total, op: 'compute', formula },
  ]
  const map = [
    { path: 'id', var: session },
    { path: 'url', var: link },
  ]
  const call = {
    method: 'POST',
    url: SESSIONS,
    headers: HEADERS,
    bodyType: 'form',
    body,
    idempotent: true,
    map,
  }
  return [newNode('set', { assign }), newNode('http', call, { error: 'end' })]
}

/** What the session says: paid, over, or neither yet, which is said before the wait goes on. */
function lookUp({ session, paid, state }: Names): NewNode[] {
  const map = [
    { path: 'payment_status', var: paid },
    { path: 'status', var: state },
  ]
  const call = { method: 'GET', url: `${SESSIONS}/{{ vars.${session} }}`, headers: HEADERS, map }
  const cases = [
    { id: 'paid', all: [{ left: `{{ vars.${paid} }}`, op: 'eq', right: 'paid' }] },
    { id: 'expired', all: [{ left: `{{ vars.${state} }}`, op: 'eq', right: 'expired' }] },
  ]
  const exits: Record<string, Exit> = {
    'case:paid': { node: RETRY + 1 },
    'case:expired': 'end',
    else: { node: RETRY },
  }
  return [newNode('http', call, { error: { node: RETRY } }), newNode('condition', { cases }, exits)]
}
