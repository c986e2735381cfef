import { createFileJournal, createMemoryJournal } from '../infra/journal.ts'
import { startMediaServer } from '../infra/media-server.ts'
import { startSocketServer } from '../infra/socket-server.ts'
import { parseNumber } from '../protocol/addresses.ts'
import { closeSession, handleLogin } from '../protocol/login.ts'
import { handleMediaRequest } from '../protocol/media-requests.ts'
import { refreshRegistration } from '../protocol/pairing.ts'
import { resumePhones } from '../protocol/phone-inbox.ts'
import { handleStanza } from '../protocol/stanzas.ts'
import { checkSessions } from '../protocol/timeouts.ts'
import type { Network } from '../state/network.ts'
import { OutgoingCall } from './call.ts'
import { findChannel, openChannel } from './channel.ts'
import { Contact } from './contact.ts'
import { createNetwork, loadMediaCertificate } from './create-network.ts'
import { createFaultControls } from './fault-controls.ts'
import { findGroup, openGroup } from './group.ts'
import { buildRoutes } from './http-routes.ts'
import { type Route, startHttpServer } from './http-server.ts'
import { createMediaControls } from './media-controls.ts'
import { Phone } from './phone.ts'
import { chooseNumber } from './qr-numbers.ts'
import type { AccountSummary, ContactSummary, Sandbox, SandboxOptions } from './sandbox.ts'
import { buildVersionPage, VERSION_PAGE } from './version-page.ts'

const WAIT_STEP_MS = 10
const DEFAULT_WAIT_MS = 45_000

async function waitFor<T>(check: () => T | undefined | false, timeoutMs = DEFAULT_WAIT_MS): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = check()
    if (value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`the state waited for did not come within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS))
  }
}

function listContacts(network: Network): ContactSummary[] {
  return [...network.directory.users()]
    .filter(({ companions }) => companions.size === 0)
    .map(({ number, lid, record }) => {
      const { inbox, errors } = network.mailboxes.of(number)
      const { name, addressing, online } = record
      return { number, lid, name, addressing, online, messages: inbox.length, errors: errors.length }
    })
}

function listAccounts(network: Network): AccountSummary[] {
  return [...network.directory.users()]
    .filter(({ companions }) => companions.size > 0)
    .map((user) => {
      const { devices } = new Phone(network, user)
      return { number: user.number, lid: user.lid, name: user.record.name, devices }
    })
}

/** The scenario half of a network; its addresses and `close` come from the servers. */
function buildScenario(
  network: Network,
): Omit<Sandbox, 'wsUrl' | 'httpUrl' | 'versionPageUrl' | 'mediaUrl' | 'mediaCaPem' | 'close'> {
  const phone = (number: string, named?: { name?: string }) =>
    new Phone(network, network.directory.ensure(parseNumber(number), named))
  return {
    rootKeyHex: network.identity.rootKeyHex,
    rootSerial: network.identity.rootSerial,
    faults: createFaultControls(network),
    media: createMediaControls(network),
    phone,
    contact: (number, options) =>
      new Contact(network, network.directory.ensure(parseNumber(number), options)),
    setVersions: (versions) => {
      network.versions = { ...network.versions, ...versions }
    },
    passTime: (ms) => {
      network.aheadMs += ms
      checkSessions(network)
    },
    setPhoneDelay: (minMs, maxMs = minMs) => {
      network.phoneTimes.standard = { minMs, maxMs }
    },
    allSeen: () => network.phoneTimes.seen(),
    scan: async (qr, options = {}) => phone(options.phone ?? chooseNumber(network)).scan(qr),
    refreshRegistration: (qr, child) => refreshRegistration(network, qr, child),
    group: (created) => openGroup(network, created),
    findGroup: (jid) => findGroup(network, jid),
    channel: (made) => openChannel(network, made),
    findChannel: (jid) => findChannel(network, jid),
    groups: () => [...network.groups.all()].map(({ jid }) => findGroup(network, jid)),
    call: (id) => {
      const call = network.calls.find(id)
      return call && new OutgoingCall(network, call)
    },
    calls: () => network.calls.all(),
    accounts: () => listAccounts(network),
    contacts: () => listContacts(network),
    requests: () => network.recorder.all(),
    problems: () => network.recorder.problems(),
    intercept: (interceptor) => {
      network.interceptors.add(interceptor)
      return () => network.interceptors.delete(interceptor)
    },
    waitFor,
  }
}

/** Starts a network on loopback. Rejects when a port is taken or the data directory cannot be written. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { log = () => {} } = options
  const journal =
    options.dataDir === undefined ? createMemoryJournal() : createFileJournal(options.dataDir, log)
  const closers: (() => Promise<void> | void)[] = [() => journal.close()]
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each()
  }
  try {
    const network = createNetwork(options, journal)
    closers.push(() => network.media.blobs.close())
    closers.push(() => network.phoneTimes.end())
    resumePhones(network)
    const certificate = loadMediaCertificate(journal)
    const sockets = await startSocketServer(options.port ?? 0, network.identity, {
      onLogin: (connection, clientStatic, payload) => handleLogin(network, connection, clientStatic, payload),
      onStanza: (connection, stanza) => handleStanza(network, connection, stanza),
      onClose: (connection) => closeSession(network, connection),
      log: network.log,
    })
    closers.push(() => sockets.close())
    const media = await startMediaServer(options.mediaPort ?? 0, certificate, (request, response) => {
      void handleMediaRequest(network.media, network.now, request, response)
    })
    closers.push(() => media.close())
    network.media.host = media.host
    const routes: Record<string, Route> = {}
    const pages = { [VERSION_PAGE]: () => buildVersionPage(network.versions.newest) }
    const http = await startHttpServer(options.httpPort ?? 0, { routes, pages, log: network.log })
    closers.push(() => http.close())
    const sandbox: Sandbox = {
      ...buildScenario(network),
      wsUrl: sockets.url,
      httpUrl: http.url,
      versionPageUrl: `${http.url}${VERSION_PAGE}`,
      mediaUrl: `https://${media.host}`,
      mediaCaPem: certificate.caPem,
      close,
    }
    Object.assign(routes, buildRoutes(sandbox))
    return sandbox
  } catch (error) {
    await close()
    throw error
  }
}
