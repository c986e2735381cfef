import http from 'node:http'

interface Request {
  method: string
  /** With the host that it would go to in front. */
  path: string
  query: URLSearchParams
  headers: http.IncomingHttpHeaders
  body: Record<string, unknown>
}
type Answer = [status: number, body: unknown]
type Handler = (request: Request, parts: string[]) => Answer

interface Session {
  id: string
  url: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
}
interface Preference {
  external_reference: string
  notification_url: string
  isPaid: boolean
}

const google = (code: number, message: string): Answer => [code, { error: { code, message } }]
const cal = (status: number, code: string, message: string): Answer => [
  status,
  { status: 'error', error: { code, message } },
]
const stripe = (message: string, code?: string): Answer => [
  400,
  { error: { type: 'invalid_request_error', message, ...(code && { code }) } },
]
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
/** Properties that every account has: https://knowledge.hubspot.com/properties/hubspots-default-contact-properties */
const CONTACT_PROPERTIES = ['email', 'firstname', 'lastname', 'phone', 'company']
/** https://docs.stripe.com/api/checkout/sessions/create, as far as a payment needs them. */
const SESSION_FIELDS =
  /^(mode|success_url|cancel_url|customer_email|client_reference_id|metadata\[\w+\]|line_items\[\d\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\])$/
/** https://www.mercadopago.com.br/developers/en/docs/checkout-pro/checkout-customization/preferences */
const PREFERENCE_FIELDS =
  'items payer back_urls auto_return payment_methods notification_url statement_descriptor external_reference expires expiration_date_from expiration_date_to'.split(
    ' ',
  )

const findUnknown = (given: Iterable<string>, known: readonly string[]) =>
  [...given].find((name) => !known.includes(name))

/**
 * The services that recipes call, on this machine, each below its host. They take the requests that their documentation describes and
 * refuse what it says is refused; where it leaves a field nobody knows open, it is refused here.
 */
export class RecipeServices {
  readonly rows: unknown[][] = [
    ['Name', 'Phone'],
    ['Bia', '+351 911 111 111'],
  ]
  readonly busy = [{ start: '2030-05-02T09:00:00Z', end: '2030-05-02T09:30:00Z' }]
  readonly events: Record<string, unknown>[] = []
  readonly sessions = new Map<string, Session>()
  readonly preferences: Preference[] = []
  readonly bookable = new Set(['2030-05-02T08:00:00Z'])
  readonly contacts = new Map<string, Record<string, string>>()
  /** Why requests were refused, for a test that fails. */
  readonly refused: string[] = []
  private readonly key: string
  private readonly server = http.createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy())
  })
  private readonly handlers: readonly (readonly [RegExp, Handler])[] = [
    [/^POST sheets\.googleapis\.com\/v4\/spreadsheets\/([^/]+)\/values\/([^/]+):append$/, this.append],
    [/^GET sheets\.googleapis\.com\/v4\/spreadsheets\/([^/]+)\/values\/([^/]+)$/, this.read],
    [/^POST www\.googleapis\.com\/calendar\/v3\/freeBusy$/, this.freeBusy],
    [/^POST www\.googleapis\.com\/calendar\/v3\/calendars\/([^/]+)\/events$/, this.insert],
    [/^POST api\.stripe\.com\/v1\/checkout\/sessions$/, this.makeSession],
    [/^(GET) api\.stripe\.com\/v1\/checkout\/sessions\/(\w+)$/, this.session],
    [/^(POST) api\.stripe\.com\/v1\/checkout\/sessions\/(\w+)\/expire$/, this.session],
    [/^POST api\.mercadopago\.com\/checkout\/preferences$/, this.prefer],
    [/^GET api\.mercadopago\.com\/v1\/payments\/search$/, this.payments],
    [/^GET api\.cal\.com\/v2\/slots$/, this.slots],
    [/^POST api\.cal\.com\/v2\/bookings$/, this.book],
    [/^POST api\.hubapi\.com\/crm\/objects\/2026-03\/contacts\/batch\/upsert$/, this.upsert],
  ]

  constructor(key: string) {
    this.key = key
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the services do not listen')
    return `http://127.0.0.1:${address.port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Pays at Mercado Pago, which calls back: https://www.mercadopago.com.br/developers/en/docs/checkout-pro/payment-notifications */
  async payPreference(): Promise<number> {
    const preference = this.preferences.at(-1)
    if (!preference) throw new Error('nothing is to be paid')
    preference.isPaid = true
    const body = { action: 'payment.created', type: 'payment', data: { id: '1' } }
    const headers = { 'content-type': 'application/json' }
    const call = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(preference.notification_url, call)).status
  }

  private async handle(incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { pathname, searchParams: query } = new URL(incoming.url ?? '', 'http://services.test')
    const text = Buffer.concat(chunks).toString()
    const isForm = incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}')
    const path = decodeURIComponent(pathname.slice(1))
    const request = { method: incoming.method ?? '', path, query, headers: incoming.headers, body }
    const [status, answered] = this.answer(request, pathname.slice(1))
    if (status >= 400) this.refused.push(`${request.method} ${path}: ${JSON.stringify(answered)} for ${text}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
  }

  private answer(request: Request, path: string): Answer {
    if (request.headers.authorization !== `Bearer ${this.key}`) return [401, { message: 'unauthorized' }]
    for (const [form, handler] of this.handlers) {
      const found = form.exec(`${request.method} ${path}`)
      if (found) return handler.call(this, request, found.slice(1).map(decodeURIComponent))
    }
    return [404, { message: 'no such address' }]
  }

  /** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/append */
  private append({ query, body }: Request, [spreadsheet, range]: string[]): Answer {
    const known = ['valueInputOption', 'insertDataOption', 'includeValuesInResponse']
    const unknown =
      findUnknown(query.keys(), known) ??
      findUnknown(Object.keys(body), ['range', 'majorDimension', 'values'])
    if (unknown) return google(400, `Invalid JSON payload received. Unknown name "${unknown}"`)
    if (!['RAW', 'USER_ENTERED'].includes(query.get('valueInputOption') ?? ''))
      return google(400, "'valueInputOption' is required but not specified")
    if (spreadsheet !== '1AbC') return google(404, 'Requested entity was not found.')
    const rows = body.values as unknown[][]
    const isCell = (cell: unknown) => cell === null || ['string', 'number', 'boolean'].includes(typeof cell)
    if (!Array.isArray(rows) || !rows.every((row) => Array.isArray(row) && row.every(isCell)))
      return google(400, 'Invalid value at "data.values"')
    this.rows.push(...rows)
    const updatedRange = `${range}!A${this.rows.length}`
    return [200, { spreadsheetId: spreadsheet, updates: { updatedRange, updatedRows: rows.length } }]
  }

  /** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get */
  private read({ query }: Request, [spreadsheet, range]: string[]): Answer {
    const unknown = findUnknown(query.keys(), ['majorDimension', 'valueRenderOption', 'dateTimeRenderOption'])
    if (unknown) return google(400, `Invalid JSON payload received. Unknown name "${unknown}"`)
    if (spreadsheet !== '1AbC') return google(404, 'Requested entity was not found.')
    // Cells come as they are shown, unless something else is asked for.
    return [200, { range, majorDimension: 'ROWS', values: this.rows.map((row) => row.map(String)) }]
  }

  /** https://developers.google.com/workspace/calendar/api/v3/reference/freebusy/query */
  private freeBusy({ body }: Request): Answer {
    const { timeMin, timeMax, items } = body as { timeMin: string; timeMax: string; items: { id: string }[] }
    const unknown = findUnknown(Object.keys(body), [
      'timeMin',
      'timeMax',
      'timeZone',
      'items',
      'calendarExpansionMax',
    ])
    if (unknown || !MOMENT.test(timeMin) || !MOMENT.test(timeMax) || timeMin >= timeMax)
      return google(400, `Bad Request ${unknown ?? ''}`)
    const [since, until] = [Date.parse(timeMin), Date.parse(timeMax)]
    const busy = this.busy.filter(({ start, end }) => Date.parse(start) < until && Date.parse(end) > since)
    const errors = [{ domain: 'global', reason: 'notFound' }]
    const calendars = items.map(({ id }) => [id, id === 'shop@example.com' ? { busy } : { errors, busy: [] }])
    return [200, { kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(calendars) }]
  }

  /** https://developers.google.com/workspace/calendar/api/v3/reference/events/insert */
  private insert({ body }: Request, [calendar]: string[]): Answer {
    if (calendar !== 'shop@example.com') return google(404, 'Not Found')
    const { start, end } = body as { start?: { dateTime?: string }; end?: { dateTime?: string } }
    const unknown = findUnknown(Object.keys(body), [
      'summary',
      'description',
      'start',
      'end',
      'attendees',
      'id',
      'location',
    ])
    if (unknown || !MOMENT.test(start?.dateTime ?? '') || !MOMENT.test(end?.dateTime ?? ''))
      return google(400, `Missing or bad ${unknown ?? 'start or end'}`)
    this.events.push(body)
    return [
      200,
      {
        kind: 'calendar#event',
        id: 'ev1',
        status: 'confirmed',
        htmlLink: 'https://www.google.com/calendar/event?eid=1',
      },
    ]
  }

  /** https://docs.stripe.com/api/checkout/sessions/create */
  private makeSession({ headers, body }: Request): Answer {
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return stripe('not a form')
    const unknown = Object.keys(body).find((name) => !SESSION_FIELDS.test(name))
    if (unknown) return stripe(`Received unknown parameter: ${unknown}`, 'parameter_unknown')
    const price = 'line_items[0][price_data]'
    if (!/^\d+$/.test(String(body[`${price}[unit_amount]`])))
      return stripe('Invalid integer', 'parameter_invalid_integer')
    if (!/^[a-z]{3}$/.test(String(body[`${price}[currency]`]))) return stripe('Invalid currency')
    if (
      body.mode !== 'payment' ||
      !URL.canParse(String(body.success_url)) ||
      !body[`${price}[product_data][name]`]
    )
      return stripe('Missing required param', 'parameter_missing')
    const id = `cs_test_${this.sessions.size + 1}`
    const session: Session = {
      id,
      url: `https://checkout.stripe.com/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
    }
    this.sessions.set(id, session)
    return [200, { object: 'checkout.session', ...session }]
  }

  /** https://docs.stripe.com/api/checkout/sessions/retrieve and …/expire, which only an open one can be. */
  private session(_: Request, [method = '', id = '']: string[]): Answer {
    const session = this.sessions.get(id)
    if (!session) return [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }]
    if (method === 'POST') {
      if (session.status !== 'open')
        return stripe('Only Checkout Sessions with a status in ["open"] can be expired.')
      session.status = 'expired'
    }
    return [200, { object: 'checkout.session', ...session }]
  }

  private prefer({ body }: Request): Answer {
    const { items, notification_url, external_reference } = body as unknown as Preference & {
      items: Record<string, unknown>[]
    }
    const unknown = findUnknown(Object.keys(body), PREFERENCE_FIELDS)
    const isWhole = items?.every(
      ({ title, quantity, unit_price }) =>
        title && Number.isInteger(quantity) && typeof unit_price === 'number',
    )
    if (unknown || !isWhole || !URL.canParse(notification_url))
      return [400, { error: 'invalid_parameter', message: unknown }]
    if (typeof body.expiration_date_to === 'string' && !MOMENT.test(body.expiration_date_to))
      return [400, { error: 'invalid_date' }]
    this.preferences.push({ external_reference, notification_url, isPaid: false })
    return [
      201,
      { id: 'pref_1', init_point: 'https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=pref_1' },
    ]
  }

  /** https://www.mercadopago.com.br/developers/en/docs/subscriptions/additional-content/payment-management */
  private payments({ query }: Request): Answer {
    const known = 'external_reference status sort criteria range begin_date end_date limit offset'.split(' ')
    if (findUnknown(query.keys(), known)) return [400, { error: 'bad_request' }]
    const found = this.preferences.filter(
      ({ external_reference, isPaid }) => isPaid && external_reference === query.get('external_reference'),
    )
    const results = found.map((_, id) => ({ id, status: 'approved' }))
    return [200, { paging: { total: results.length, limit: 1, offset: 0 }, results }]
  }

  /** https://cal.com/docs/api-reference/v2/slots/get-available-time-slots-for-an-event-type */
  private slots({ headers, query }: Request): Answer {
    if (headers['cal-api-version'] !== '2024-09-04')
      return cal(404, 'NotFoundException', 'Cannot GET /v2/slots')
    const unknown = findUnknown(query.keys(), [
      'eventTypeId',
      'start',
      'end',
      'timeZone',
      'duration',
      'format',
    ])
    if (unknown || query.get('eventTypeId') !== '123')
      return cal(400, 'BadRequestException', `bad ${unknown}`)
    const times = [...this.bookable].filter((start) => start.startsWith(query.get('start') ?? ''))
    return [
      200,
      { status: 'success', data: { [query.get('start') ?? '']: times.map((start) => ({ start })) } },
    ]
  }

  /** https://cal.com/docs/api-reference/v2/bookings/create-a-booking: a time is given once, and said in UTC. */
  private book({ headers, body }: Request): Answer {
    if (headers['cal-api-version'] !== '2024-08-13')
      return cal(404, 'NotFoundException', 'Cannot POST /v2/bookings')
    const { eventTypeId, start, attendee } = body as {
      eventTypeId: number
      start: string
      attendee: Record<string, string>
    }
    const unknown =
      findUnknown(Object.keys(body), [
        'eventTypeId',
        'start',
        'attendee',
        'guests',
        'metadata',
        'bookingFieldsResponses',
      ]) ?? findUnknown(Object.keys(attendee ?? {}), ['name', 'email', 'timeZone', 'phoneNumber', 'language'])
    if (unknown || eventTypeId !== 123 || !attendee?.name || !attendee.timeZone || !/Z$/.test(start))
      return cal(400, 'BadRequestException', `property ${unknown} should not exist`)
    if (!this.bookable.delete(start))
      return cal(
        400,
        'BadRequestException',
        'User either already has booking at this time or is not available',
      )
    return [201, { status: 'success', data: { id: 1, uid: 'bk_1', status: 'accepted', start } }]
  }

  /** https://developers.hubspot.com/docs/api-reference/latest/crm/objects/contacts/batch/upsert-contacts */
  private upsert({ body }: Request): Answer {
    const inputs = body.inputs as { id: string; idProperty: string; properties: Record<string, string> }[]
    const known = ['id', 'idProperty', 'properties', 'objectWriteTraceId']
    const wrong = inputs?.flatMap((input) => [
      ...Object.keys(input).filter((name) => !known.includes(name)),
      ...Object.keys(input.properties).filter((name) => !CONTACT_PROPERTIES.includes(name)),
    ])
    if (!wrong || wrong.length > 0)
      return [
        400,
        { status: 'error', category: 'VALIDATION_ERROR', message: `Property "${wrong}" does not exist` },
      ]
    const results = inputs.map(({ id, properties }) => {
      const isNew = !this.contacts.has(id)
      this.contacts.set(id, { ...this.contacts.get(id), ...properties })
      return { id: '512', new: isNew, properties }
    })
    return [200, { status: 'COMPLETE', results }]
  }
}
