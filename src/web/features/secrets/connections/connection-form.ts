import { type ConnectionKind, MAIL_SECURITIES } from '../../../../core/connection-kinds.ts'
import type { api } from '../../../app/api.ts'

type SetConnection = Parameters<typeof api.secrets.connections.set>[0]
type Settings = SetConnection['settings']

/** Fields in which something is wrong, and what. */
export type WrongFields = Readonly<Record<string, 'needed' | 'address' | 'params' | undefined>>

const MAX_PARAMS = 10

/** Lines of `name=value`; null where one is none. */
export function parseParams(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([\w.-]{1,64})\s*=\s*(.*?)\s*$/.exec(line))
  if (lines.length > MAX_PARAMS || pairs.includes(null)) return null
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

/** What is needed of each kind; the rest may be empty. */
const NEEDED: Readonly<Record<ConnectionKind, readonly string[]>> = {
  oauth2_client: ['tokenUrl', 'clientId', 'clientSecret'],
  oauth2_code: ['authorizeUrl', 'tokenUrl', 'clientId'],
  google_service_account: ['keyFile', 'scope'],
  smtp: ['host', 'port', 'from'],
}

function findWrong(kind: ConnectionKind, read: (field: string) => string): WrongFields {
  const wrong: Record<string, 'needed' | 'address' | 'params'> = {}
  for (const field of NEEDED[kind]) if (read(field) === '') wrong[field] = 'needed'
  for (const field of ['authorizeUrl', 'tokenUrl'])
    if (read(field) !== '' && !isAddress(read(field))) wrong[field] = 'address'
  for (const field of ['authorizeParams', 'tokenParams'])
    if (parseParams(read(field)) === null) wrong[field] = 'params'
  return wrong
}

/** What the service says of a port or an address that is none is shown instead. */
function readServer(read: (field: string) => string): Settings {
  const optional = (field: string) => (read(field) === '' ? {} : { [field]: read(field) })
  const perDay = read('perDay')
  return {
    kind: 'smtp',
    host: read('host'),
    port: Number(read('port')),
    security: MAIL_SECURITIES.find((one) => one === read('security')) ?? 'starttls',
    from: read('from'),
    ...(perDay && { perDay: Number(perDay) }),
    ...optional('user'),
    ...optional('password'),
    ...optional('fromName'),
  }
}

/** A form as settings, or what is wrong with it. */
export function readConnectionForm(
  kind: ConnectionKind,
  form: FormData,
): { settings: Settings } | { wrong: WrongFields } {
  const read = (field: string): string => String(form.get(field) ?? '').trim()
  const wrong = findWrong(kind, read)
  if (Object.keys(wrong).length > 0) return { wrong }
  const scope = read('scope')
  if (kind === 'google_service_account') {
    const subject = read('subject')
    return { settings: { kind, keyFile: read('keyFile'), scope, ...(subject && { subject }) } }
  }
  if (kind === 'smtp') return { settings: readServer(read) }
  const given = (field: string) => {
    const params = parseParams(read(field)) ?? {}
    return Object.keys(params).length === 0 ? {} : { [field]: params }
  }
  const shared = {
    tokenUrl: read('tokenUrl'),
    clientId: read('clientId'),
    ...(scope && { scope }),
    clientAuth: read('clientAuth') === 'body' ? ('body' as const) : ('basic' as const),
    ...given('tokenParams'),
  }
  const clientSecret = read('clientSecret')
  if (kind === 'oauth2_client') return { settings: { kind, ...shared, clientSecret } }
  return {
    settings: {
      kind,
      authorizeUrl: read('authorizeUrl'),
      ...shared,
      ...(clientSecret && { clientSecret }),
      ...given('authorizeParams'),
    },
  }
}
