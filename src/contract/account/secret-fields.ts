import { z } from 'zod'
import { CONNECTION_KINDS, CONNECTION_STATES } from '../../core/connection-kinds.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { MAX_SECRET_HOST_CHARS, MAX_SECRET_HOSTS, SECRET_HOST, SECRET_NAME } from '../../core/secret-hosts.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const Connection = z.object({
  kind: z.enum(CONNECTION_KINDS),
  state: z
    .enum(CONNECTION_STATES)
    .describe(
      '`not_connected`: nobody has agreed yet. `failing`: the last attempt at a token failed, and it is tried again. `refused`: the credentials were refused. `ended`: somebody has to connect it again.',
    ),
  error: z
    .string()
    .nullable()
    .describe('The code that the other system gave for it, such as invalid_client.'),
  account: z.string().describe('The client id, or the address of the service account.'),
  server: z.string().describe('The host that gives out the tokens.'),
  scope: z.string().nullable(),
  renewedAt: timestamp.nullable().describe('When the last token was had.'),
})

/** A secret of flows, without its value. */
export const Secret = z.object({
  name: z.string(),
  hosts: z
    .array(z.string())
    .nullable()
    .describe('Where calls may take it; null: anywhere, of one that was stored before hosts were asked for.'),
  flows: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .nullable()
    .describe('Published flows that name it, by their names; null for a key that may not read flows.'),
  connection: Connection.nullable().describe(
    'Where its value is a token that the service renews; else null.',
  ),
  createdAt: timestamp,
  updatedAt: timestamp.describe('When its value or its hosts were set last.'),
})

export const name = z
  .string()
  .regex(SECRET_NAME, problemText('NO_NAME'))
  .describe('As flows name it: {{ secrets.NAME }}.')

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_SECRET_HOST_CHARS)
  .regex(SECRET_HOST, problemText('NO_SECRET_HOST'))

export const hosts = z.array(host).min(1).max(MAX_SECRET_HOSTS)
