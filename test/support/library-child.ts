import { useMultiFileAuthState } from 'baileys'
import { pinRoot, TestClient } from '../../sandbox/testing/client.ts'

/**
 * A program of its own on the library, as people run it: `useMultiFileAuthState` and a socket, nothing of the service. Its
 * argument is the network and the folder; it tells what happens, and does what its parent asks for.
 */
export interface LibraryArguments {
  wsUrl: string
  rootKeyHex: string
  rootSerial: number
  folder: string
}

export type LibraryNews =
  | { kind: 'qr'; qr: string }
  | { kind: 'open' }
  | { kind: 'closed'; code: number }
  | { kind: 'message'; text: string }
  | { kind: 'sent' }

export type LibraryOrder = { kind: 'open' } | { kind: 'send'; to: string; text: string } | { kind: 'stop' }

const RESTART_REQUIRED = 515
const network = JSON.parse(process.argv[2] ?? '') as LibraryArguments
pinRoot(network)
const { state, saveCreds } = await useMultiFileAuthState(network.folder)
let saved: Promise<unknown> = Promise.resolve()
let client = open()

const report = (news: LibraryNews): void => void process.send?.(news)

function save(): void {
  saved = saved.then(saveCreds)
}

function open(): TestClient {
  const opened = new TestClient(network, { creds: state.creds, keys: new Map() }, { auth: state })
  const { ev } = opened.socket
  ev.on('creds.update', save)
  ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
    if (qr) report({ kind: 'qr', qr })
    if (connection === 'open') report({ kind: 'open' })
    if (connection !== 'close') return
    const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined
    const code = error?.output?.statusCode ?? 0
    if (code === RESTART_REQUIRED) client = open()
    else report({ kind: 'closed', code })
  })
  ev.on('messages.upsert', ({ messages }) => {
    for (const { message } of messages)
      report({ kind: 'message', text: message?.conversation ?? message?.extendedTextMessage?.text ?? '' })
  })
  return opened
}

async function follow(order: LibraryOrder): Promise<void> {
  switch (order.kind) {
    case 'open':
      client = open()
      return
    case 'send':
      await client.send(order.to, { text: order.text })
      return report({ kind: 'sent' })
    case 'stop':
      await client.socket.end(undefined)
      save()
      await saved
      process.exit(0)
  }
}

process.on('message', (order) => void follow(order as LibraryOrder))
