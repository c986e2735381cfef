import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { startSandbox } from '../../../sandbox/index.ts'
import { Refusal } from '../../core/errors.ts'
import { loadConfig } from '../../platform/config.ts'
import { readArguments, readText, requireWords, UsageError } from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import {
  readSandboxAddress,
  removeSandboxAddress,
  writeSandboxAddress,
  writeSandboxAuthority,
} from '../networks/sandbox-address.ts'
import { waitForSignal } from '../signals.ts'

const USAGE =
  'sandbox [--port N] [--http-port N] [--data DIR] | sandbox scan QR [--phone N] | sandbox say CONTACT ACCOUNT TEXT | sandbox read CONTACT [--json]'
const CALL_TIMEOUT_MS = 30_000

interface ReadMessage {
  id: string
  at: number
  from: string
  type: string
  text: string | null
}

async function call<T>(io: CommandIo, route: string, body: Record<string, unknown>): Promise<T> {
  const { httpUrl } = readSandboxAddress(loadConfig(io.env).dataDir)
  const response = await fetch(new URL(route, httpUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      `The sandbox network at ${httpUrl} does not answer. Is its process still running?`,
      { cause },
    )
  })
  const answer = (await response.json()) as T & { error?: string }
  if (!response.ok)
    throw new Refusal('BAD_REQUEST', answer.error ?? `The sandbox network answered ${response.status}.`)
  return answer
}

function readPort(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new UsageError(`--${option} is a port from 0 to 65535; "${text}" is not.`)
}

async function serve(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(
    args,
    { port: { type: 'string' }, 'http-port': { type: 'string' }, data: { type: 'string' } },
    USAGE,
  )
  if (parsed.positionals.length > 0)
    throw new UsageError(`There is no "sandbox ${parsed.positionals[0]}". Usage: parley ${USAGE}`)
  const dataDir = path.resolve(readText(parsed, 'data') ?? loadConfig(io.env).dataDir)
  mkdirSync(dataDir, { recursive: true })
  const port = readPort(readText(parsed, 'port'), 'port')
  const httpPort = readPort(readText(parsed, 'http-port'), 'http-port')
  const sandbox = await startSandbox({
    dataDir: path.join(dataDir, 'sandbox'),
    ...(port === undefined ? {} : { port }),
    ...(httpPort === undefined ? {} : { httpPort }),
  })
  const { wsUrl, httpUrl, rootKeyHex, rootSerial } = sandbox
  writeSandboxAddress(dataDir, { wsUrl, httpUrl, rootKeyHex, rootSerial, pid: process.pid })
  printLine(io.stderr, 'To use this network from a service, set:')
  const authority = writeSandboxAuthority(dataDir, sandbox.mediaCaPem)
  printLine(
    io.stderr,
    `  NETWORK_URL=${wsUrl} NETWORK_ROOT_KEY=${rootKeyHex} NETWORK_ROOT_SERIAL=${rootSerial} NETWORK_MEDIA_CA=${authority}`,
  )
  printLine(io.stdout, `ready ${httpUrl}`)
  await waitForSignal()
  removeSandboxAddress(dataDir)
  await sandbox.close()
  return 0
}

async function scan(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(args, { phone: { type: 'string' } }, USAGE)
  const [qr] = requireWords(parsed, ['QR'], USAGE)
  const phone = readText(parsed, 'phone')
  const { jid } = await call<{ jid: string }>(io, '/scan', { qr, ...(phone ? { phone } : {}) })
  printLine(io.stdout, jid)
  return 0
}

async function sendText(args: readonly string[], io: CommandIo): Promise<number> {
  const [contact, account, text] = requireWords(
    readArguments(args, {}, USAGE),
    ['CONTACT', 'ACCOUNT', 'TEXT'],
    USAGE,
  )
  const { id } = await call<{ id: string }>(io, '/say', { contact, account, text })
  printLine(io.stdout, id)
  return 0
}

async function read(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(args, { json: { type: 'boolean' } }, USAGE)
  const [contact] = requireWords(parsed, ['CONTACT'], USAGE)
  const inbox = await call<{ messages: ReadMessage[]; errors: { error: string }[] }>(io, '/read', { contact })
  if (parsed.values.json === true) {
    printLine(io.stdout, JSON.stringify(inbox))
    return 0
  }
  for (const message of inbox.messages) {
    const time = new Date(message.at).toISOString()
    printLine(io.stdout, `${time}  ${message.from}  ${message.text ?? `[${message.type}]`}`)
  }
  for (const failed of inbox.errors) printLine(io.stderr, `could not be read: ${failed.error}`)
  return 0
}

/** The sandbox network by itself, and what people do on it. */
export function runSandboxCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [verb, ...rest] = args
  switch (verb) {
    case 'scan':
      return scan(rest, io)
    case 'say':
      return sendText(rest, io)
    case 'read':
      return read(rest, io)
    default:
      return serve(args, io)
  }
}
