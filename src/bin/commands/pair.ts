import { Refusal } from '../../core/errors.ts'
import {
  type Arguments,
  readArguments,
  readText,
  requireText,
  requireWords,
  UsageError,
} from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import { followClient } from './client-events.ts'
import { type Caller, readCaller, requireAnswer } from './operation-call.ts'
import { PasskeyPrompt } from './passkey-prompt.ts'
import { Wake } from './wake.ts'

const USAGE =
  'pair CLIENT --phone N | --link [--minutes N]   with PARLEY_KEY, and PARLEY_URL unless it is http://127.0.0.1:3000'
/** The stream of events tells when to look; without it, it is seldom, as each look counts as calls of the key's hour. */
const LOOK_EVERY_MS = 30_000

const GOING_ON: ReadonlySet<string> = new Set(['starting', 'reconnecting', 'connected', 'passkey_required'])

interface Code {
  code: string
  phoneNumber: string
  expiresAt: string
}

function printCode(io: CommandIo, { code, phoneNumber, expiresAt }: Code): void {
  printLine(io.stdout, code)
  printLine(
    io.stderr,
    `Type it into the phone ${phoneNumber} before ${expiresAt}: Linked devices, then link with the phone number.`,
  )
}

interface Shown {
  data: string | boolean
  message: string
  pairingCode: Code | null
}

/** A code that has run out may have been typed before: then the client is asked for a passkey, or connects anew. */
async function mayStillLink(caller: Caller, clientId: string, { expiresAt }: Code): Promise<boolean> {
  if (Date.now() <= Date.parse(expiresAt)) return true
  const { status } = await requireAnswer<{ status: string }>(caller, 'worker.status', { clientId })
  return GOING_ON.has(status)
}

/** What to say of where linking stands, and whether the phone has linked the client. */
async function lookAtLink(
  caller: Caller,
  clientId: string,
  seen: Code,
  parts: { io: CommandIo; prompt: PasskeyPrompt },
): Promise<Code | 'linked'> {
  const { data, message, pairingCode } = await requireAnswer<Shown>(caller, 'server.qr', { clientId })
  if (data === true) return 'linked'
  if (pairingCode) {
    if (pairingCode.code !== seen.code) printCode(parts.io, pairingCode)
    return pairingCode
  }
  if (await parts.prompt.look()) return seen
  // Between the phone's answer and the link the client has neither a code nor a QR for a moment.
  if (typeof data !== 'string' && (await mayStillLink(caller, clientId, seen))) return seen
  throw new Refusal(
    'CONFLICT',
    `The code ended without a link. ${message} Run the command again for another.`,
  )
}

/** Resolves when the phone has linked the client; prints every code that takes the place of one before, and what else is asked for. */
async function waitForLink(caller: Caller, clientId: string, first: Code, io: CommandIo): Promise<void> {
  const wake = new Wake()
  const ended = new AbortController()
  const prompt = new PasskeyPrompt({ caller, clientId, io, onTyped: () => wake.happened() })
  const following = followClient(caller, clientId, ended.signal, () => wake.happened())
  try {
    let seen: Code | 'linked' = first
    while (seen !== 'linked') {
      const leftMs = Date.parse(seen.expiresAt) - Date.now()
      await wake.wait(leftMs > 0 ? Math.min(LOOK_EVERY_MS, leftMs + 1_000) : LOOK_EVERY_MS)
      seen = await lookAtLink(caller, clientId, seen, { io, prompt })
    }
  } finally {
    prompt.close()
    ended.abort()
    await following
  }
}

/** With a phone whose camera cannot see a QR: prints the code to type, and waits until it was. */
async function pairByCode(
  caller: Caller,
  clientId: string,
  phoneNumber: string,
  io: CommandIo,
): Promise<void> {
  const given = await requireAnswer<Code>(caller, 'worker.pairingCode', { clientId, phoneNumber })
  printCode(io, given)
  await waitForLink(caller, clientId, given, io)
  printLine(io.stderr, 'The phone has linked the client.')
}

function readMinutes(parsed: Arguments): number | undefined {
  const text = readText(parsed, 'minutes')
  if (text === undefined) return undefined
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new UsageError(`--minutes is a whole number from 5 to 60. Usage: parley ${USAGE}`)
}

/** By somebody else, elsewhere: prints the link alone, so that it can be handed on. */
async function makeLink(
  caller: Caller,
  clientId: string,
  minutes: number | undefined,
  io: CommandIo,
): Promise<void> {
  const input = { clientId, ...(minutes !== undefined && { minutes }) }
  const made = await requireAnswer<{ path: string; expiresAt: string }>(
    caller,
    'clients.pairingLinks.create',
    input,
  )
  printLine(io.stdout, caller.url + made.path)
  printLine(
    io.stderr,
    `Send it only to the owner of the number. It works in the first browser that opens it, until ${made.expiresAt} or until the client is linked.`,
  )
}

/** Links a client without this screen's QR: by a code for a phone, or by a link for somebody else. */
export async function runPairCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const options = {
    phone: { type: 'string' },
    link: { type: 'boolean' },
    minutes: { type: 'string' },
  } as const
  const parsed = readArguments(args, options, USAGE)
  const [clientId] = requireWords(parsed, ['CLIENT'], USAGE)
  const isLink = parsed.values.link === true
  if (isLink === (parsed.values.phone !== undefined) || (!isLink && parsed.values.minutes !== undefined))
    throw new UsageError(`Give either --phone, or --link with its --minutes. Usage: parley ${USAGE}`)
  const caller = readCaller(io.env, USAGE)
  if (isLink) await makeLink(caller, clientId, readMinutes(parsed), io)
  else await pairByCode(caller, clientId, requireText(parsed, 'phone', USAGE), io)
  return 0
}
