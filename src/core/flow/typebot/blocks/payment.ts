import { type Converter, convertToNodes, newNode } from '../converted.ts'
import { objectOf, textOf } from '../document.ts'
import { note } from '../notes.ts'
import { toNodeId } from './ids.ts'

const SESSIONS = 'https://api.stripe.com/v1/checkout/sessions'
const HEADERS = [{ name: 'Authorization', value: 'Bearer {{ secrets.stripe }}' }]
/** Currencies whose smallest unit is the whole: https://docs.stripe.com/currencies#zero-decimal */
const WITHOUT_CENTS = 'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ')
/** A link ends after a day, and so does the last wait for it. */
const WAIT_SEC = 86_400
const DONE_URL = 'https://example.com/paid'

/**
 * A payment becomes a link of Stripe's own page (Checkout). Stripe's account calls one address for all payments, so what
 * counts is what the session says: it is looked up when the contact writes, and when the address of this run is called.
 */
export const payment: Converter = (block, { variables }) => {
  const waitId = toNodeId(block.id, 3)
  const { amount, currency, additionalInformation, labels, retryMessageContent } = block.options
  const unit = (textOf(currency) || 'USD').toLowerCase()
  const own = (name: string) => variables.fresh(`payment_${name}`)
  const [session, link, total, paid, state] = [
    own('session'),
    own('link'),
    own('total'),
    own('paid'),
    own('state'),
  ]
  const { name, email, description } = objectOf(additionalInformation)
  const form: Record<string, string> = {
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': unit,
    'line_items[0][price_data][unit_amount]': `{{ vars.${total} }}`,
    'line_items[0][price_data][product_data][name]':
      variables.text(description) || variables.text(name) || 'Payment',
    success_url: DONE_URL,
    'metadata[callback]': `{{ node.${waitId}.url }}`,
  }
  if (textOf(email) !== '') form.customer_email = variables.text(email)
  const button = variables.text(objectOf(labels).button) || 'Pay'
  const success = variables.text(objectOf(labels).success)
  const retry = variables.text(retryMessageContent) || 'Payment failed. Please, try again.'
  const stored = variables.find(block.options.variableId)
  const nodes = [
    newNode('set', {
      assign: [
        { var: total, value: variables.text(textOf(amount)) || '0', as: 'number' },
        {
          var: total,
          op: 'compute',
          formula: `round(vars.${total} * ${WITHOUT_CENTS.includes(unit) ? 1 : 100})`,
        },
      ],
    }),
    newNode(
      'http',
      {
        ...{
          method: 'POST',
          url: SESSIONS,
          headers: HEADERS,
          bodyType: 'form',
          body: form,
          idempotent: true,
        },
        map: [
          { path: 'id', var: session },
          { path: 'url', var: link },
        ],
      },
      { error: 'end' },
    ),
    newNode('send.text', { text: `${button}: {{ vars.${link} }}` }),
    newNode('wait.webhook', { timeoutSec: WAIT_SEC, onMessage: 'skip' }),
    newNode(
      'http',
      {
        ...{ method: 'GET', url: `${SESSIONS}/{{ vars.${session} }}`, headers: HEADERS },
        map: [
          { path: 'payment_status', var: paid },
          { path: 'status', var: state },
        ],
      },
      { error: { node: 6 } },
    ),
    newNode(
      'condition',
      {
        cases: [
          { id: 'paid', all: [{ left: `{{ vars.${paid} }}`, op: 'eq', right: 'paid' }] },
          { id: 'expired', all: [{ left: `{{ vars.${state} }}`, op: 'eq', right: 'expired' }] },
        ],
      },
      { 'case:paid': { node: 7 }, 'case:expired': 'end', else: { node: 6 } },
    ),
    { ...newNode('send.text', { text: retry }, { out: { node: 3 } }), isBeside: true as const },
    ...(success === '' ? [] : [newNode('send.text', { text: success })]),
    ...(stored === undefined
      ? []
      : [newNode('set', { assign: [{ var: stored, value: success || 'Success' }] })]),
  ]
  return convertToNodes(nodes, [note('PAYMENT_LINK'), note('PAYMENT_LOOKED_UP')])
}
