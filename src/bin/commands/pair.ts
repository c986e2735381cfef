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
import { type Caller, callOperation, readCaller } from './operation-call.ts'

const USAGE =
  'pair CLIENT --phone N | --link [--minutes N]   with PARLEY_KEY, and PARLEY_URL unless it is http://127.0.0.1:3000'
const LOOK_EVERY_MS = 1_000

interface Code {
  code: string
  phoneNumber: string
  expiresAt: string
}

async function call<T>(caller: Caller, operation: string, input: unknown): Promise<T> {
  const { ok, text } = await callOperation(caller, operation, input, new AbortController().signal)
  const answer = JSON.parse(text) as T & { message?: string }
  if (ok) return answer
  throw new Refusal('BAD_REQUEST', answer.message ?? `${operation} was refused: ${text}`)
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

/** Resolves when the phone has linked the client; prints every code that takes the place of one before, and what else is asked for. */
async function waitForLink(caller: Caller, clientId: string, first: Code, io: CommandIo): Promise<void> {
  let { code } = first
  let said = 'nothing'
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const { data, message, pairingCode } = await call<Shown>(caller, 'server.qr', { clientId })
    if (data === true) return
    if (pairingCode) {
      if (pairingCode.code !== code) printCode(io, pairingCode)
      code = pairingCode.code
      continue
    }
    const passkey = await call<{ waitsFor: string; message: string }>(caller, 'worker.passkey.get', {
      clientId,
    })
    const isAsked = passkey.waitsFor !== 'nothing'
    if (isAsked && passkey.waitsFor !== said) printLine(io.stderr, passkey.message)
    said = passkey.waitsFor
    // Between the phone's answer and the link the client has neither a code nor a QR for a moment.
    const isOver = typeof data === 'string' || Date.now() > Date.parse(first.expiresAt)
    if (isOver && !isAsked)
      throw new Refusal(
        'CONFLICT',
        `The code ended without a link. ${message} Run the command again for another.`,
      )
  }
}

/** With a phone whose camera cannot see a QR: prints the code to type, and waits until it was. */
async function pairByCode(
  caller: Caller,
  clientId: string,
  phoneNumber: string,
  io: CommandIo,
): Promise<void> {
  const given = await call<Code>(caller, 'worker.pairingCode', { clientId, phoneNumber })
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
  const made = await call<{ path: string; expiresAt: string }>(caller, 'clients.pairingLinks.create', input)
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
