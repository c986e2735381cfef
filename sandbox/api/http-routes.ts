import { InputError } from '../protocol/addresses.ts'
import type { AccountRestriction } from '../protocol/restriction.ts'
import type { NewChatLimit } from '../state/new-chats.ts'
import { buildCallRoutes } from './http-call-routes.ts'
import { buildChannelRoutes } from './http-channel-routes.ts'
import { buildContentRoutes } from './http-content-routes.ts'
import { buildGroupRoutes } from './http-group-routes.ts'
import {
  type Body,
  readChoice,
  readCount,
  readFlag,
  readGiven,
  readList,
  readOptional,
  readText,
  readTexts,
  readVersion,
} from './http-input.ts'
import { buildMarkRoutes } from './http-mark-routes.ts'
import { buildMediaRoutes } from './http-media-routes.ts'
import { accountOf, contactOf } from './http-people.ts'
import type { Route } from './http-server.ts'
import { buildStatusRoutes } from './http-status-routes.ts'
import type { Sandbox } from './sandbox.ts'

const RELEASE = readChoice('same', 'reverse')
const LAST_SEEN = readChoice('all', 'contacts', 'none')
const ONLINE = readChoice('all', 'match_last_seen')
const PRE_KEYS = readChoice('normal', 'none', 'no-bundle')

const readRemembered = (body: Body) => ({
  text: readText(body, 'text'),
  ...readGiven(body, { fromMe: readFlag, from: readText, at: readCount, id: readText }),
})

function buildTalkRoutes(sandbox: Sandbox): Record<string, Route> {
  return {
    '/say': async (body) => ({
      id: await contactOf(sandbox, body).sendText(
        accountOf(body),
        readText(body, 'text'),
        readGiven(body, { mentions: readTexts, mentionsAll: readFlag }),
      ),
    }),
    '/reply': async (body) => ({
      id: await contactOf(sandbox, body).reply(accountOf(body), readText(body, 'id'), readText(body, 'text')),
    }),
    '/react': async (body) => ({
      id: await contactOf(sandbox, body).react(
        accountOf(body),
        readText(body, 'id'),
        readOptional(body, 'emoji', readText) ?? '',
      ),
    }),
    '/edit': async (body) => ({
      id: await contactOf(sandbox, body).edit(accountOf(body), readText(body, 'id'), readText(body, 'text')),
    }),
    '/revoke': async (body) => ({
      id: await contactOf(sandbox, body).revoke(accountOf(body), readText(body, 'id')),
    }),
    '/mark-read': async (body) => ({
      ids: await contactOf(sandbox, body).markRead(accountOf(body), readOptional(body, 'ids', readTexts)),
    }),
    '/mark-played': async (body) => ({
      ids: await contactOf(sandbox, body).markPlayed(accountOf(body), readOptional(body, 'ids', readTexts)),
    }),
    '/typing': (body) => {
      const isRecording = readOptional(body, 'recording', readFlag) === true
      const typing = isRecording ? 'recording' : readFlag(body, 'typing')
      contactOf(sandbox, body).setTyping(accountOf(body), typing)
    },
    '/presence': (body) => {
      const contact = contactOf(sandbox, body)
      const shown = readGiven(body, { last: LAST_SEEN, online: ONLINE })
      if (Object.keys(shown).length > 0) contact.setPrivacy(shown)
      const isPresent = readOptional(body, 'present', readFlag)
      if (isPresent !== undefined) contact.setPresent(isPresent)
    },
    '/phone/remember': async (body) => ({
      ids: await sandbox
        .phone(accountOf(body))
        .remember(readText(body, 'chat'), readList(body, 'messages').map(readRemembered)),
    }),
    '/phone/contact': async (body) => {
      const phone = sandbox.phone(accountOf(body))
      const fullName = readOptional(body, 'fullName', readText)
      if (fullName === undefined) await phone.forgetContact(readText(body, 'number'))
      else await phone.saveContact(readText(body, 'number'), { fullName })
    },
    '/phone/block': (body) =>
      sandbox.phone(accountOf(body)).setBlocked(readText(body, 'number'), readFlag(body, 'blocked')),
    '/phone/mark-read': async (body) => ({
      ids: await sandbox
        .phone(accountOf(body))
        .markRead(readText(body, 'chat'), readOptional(body, 'ids', readTexts)),
    }),
    '/phone/say': async (body) => ({
      id: await sandbox.phone(accountOf(body)).sendText(readText(body, 'to'), readText(body, 'text')),
    }),
  }
}

function buildReadRoutes(sandbox: Sandbox): Record<string, Route> {
  const after = (body: Body) => readOptional(body, 'after', readCount) ?? 0
  const newer = <T extends { sequence: number }>(rows: readonly T[], body: Body) =>
    rows.filter(({ sequence }) => sequence > after(body))
  return {
    '/info': () => ({
      wsUrl: sandbox.wsUrl,
      httpUrl: sandbox.httpUrl,
      versionPageUrl: sandbox.versionPageUrl,
      rootKeyHex: sandbox.rootKeyHex,
      rootSerial: sandbox.rootSerial,
      mediaUrl: sandbox.mediaUrl,
      mediaCaPem: sandbox.mediaCaPem,
    }),
    '/read': (body) => {
      const contact = contactOf(sandbox, body)
      return { messages: newer(contact.inbox, body), errors: newer(contact.errors, body) }
    },
    '/phone/read': (body) => {
      const phone = sandbox.phone(accountOf(body))
      return { messages: newer(phone.inbox, body), errors: newer(phone.errors, body) }
    },
    '/receipts': (body) => ({ receipts: newer(contactOf(sandbox, body).receipts, body) }),
    '/accounts': () => ({ accounts: sandbox.accounts() }),
    '/contacts': () => ({ contacts: sandbox.contacts() }),
  }
}

function buildTroubleRoutes(sandbox: Sandbox): Record<string, Route> {
  return {
    '/offline': async (body) => {
      const phone = body.account === undefined ? contactOf(sandbox, body) : sandbox.phone(accountOf(body))
      await (readFlag(body, 'offline') ? phone.goOffline() : phone.goOnline())
    },
    '/contact': async (body) => changeContact(sandbox, body),
    '/devices': (body) => ({ devices: contactOf(sandbox, body).devices.map(({ device }) => device) }),
    '/devices/link': async (body) => ({ device: (await contactOf(sandbox, body).link()).device }),
    '/devices/unlink': async (body) => contactOf(sandbox, body).unlink(),
    '/versions': (body) => sandbox.setVersions(readGiven(body, { oldest: readVersion, newest: readVersion })),
    '/new-chats': (body) => sandbox.phone(accountOf(body)).limitNewChats(readNewChats(body)),
    '/restrict': (body) => sandbox.phone(accountOf(body)).restrict(readRestriction(body)),
    '/phones': (body) => sandbox.setPhoneDelay(...readDelay(body, 'delayMs')),
    '/faults': (body) => changeFaults(sandbox, body),
    '/cut': (body) => ({
      connections: sandbox.faults.cut(
        accountOf(body),
        readOptional(body, 'device', readCount),
        readOptional(body, 'code', readCount),
      ),
    }),
    '/logout': async (body) => {
      await sandbox.phone(accountOf(body)).logoutDevice(readOptional(body, 'device', readCount))
    },
  }
}

async function changeContact(sandbox: Sandbox, body: Body): Promise<void> {
  const contact = contactOf(sandbox, body)
  const autoReceipts = readOptional(body, 'autoReceipts', readFlag)
  const registered = readOptional(body, 'registered', readFlag)
  const preKeys = readOptional(body, 'preKeys', PRE_KEYS)
  const concealed = readOptional(body, 'concealed', readFlag)
  if (autoReceipts !== undefined) contact.setAutoReceipts(autoReceipts)
  if (registered !== undefined) contact.setRegistered(registered)
  if (concealed !== undefined) contact.setConcealed(concealed)
  if (preKeys !== undefined) contact.setPreKeys(preKeys)
  if (readOptional(body, 'username', ({ username }) => username === '') === true) contact.setUsername()
  else if (typeof body.username === 'string')
    contact.setUsername(readText(body, 'username'), readOptional(body, 'usernameKey', readText))
  const delay = readOptional(body, 'delayMs', readDelay)
  if (delay !== undefined) contact.setDelay(...delay)
  if (readOptional(body, 'reinstall', readFlag) === true) await contact.reinstall()
  if (readOptional(body, 'forgetSessions', readFlag) === true) await contact.forgetSessions()
}

/** One time, or the two between which it is by chance. */
function readDelay(body: Body, field: string): [number, number] {
  const value = body[field]
  if (typeof value !== 'object' || value === null) return [readCount(body, field), readCount(body, field)]
  return [readCount(value as Body, 'min'), readCount(value as Body, 'max')]
}

/** Without `untilMs` there is no restriction any more. */
function readRestriction(body: Body): AccountRestriction | null {
  const untilMs = readOptional(body, 'untilMs', readCount)
  if (untilMs === undefined) return null
  return { untilMs, unlink: readOptional(body, 'unlink', readFlag) ?? false }
}

/** Without `total` there is no limit any more. */
function readNewChats(body: Body): NewChatLimit | null {
  const total = readOptional(body, 'total', readCount)
  if (total === undefined) return null
  if (total === 0) throw new InputError('"total" must be at least 1')
  return {
    total,
    used: readOptional(body, 'used', readCount) ?? 0,
    cycleEndMs: readCount(body, 'cycleEndMs'),
  }
}

function readRefusal(body: Body, field: string): { code: number; count: number } {
  const value = body[field]
  if (typeof value !== 'object' || value === null) throw new InputError(`"${field}" must be {code, count}`)
  return { code: readCount(value as Body, 'code'), count: readCount(value as Body, 'count') }
}

function readLoginRefusal(body: Body, field: string): { code: number; count: number; expireS?: number } {
  const expireS = readOptional(body[field] as Body, 'expireS', readCount)
  return { ...readRefusal(body, field), ...(expireS === undefined ? {} : { expireS }) }
}

function changeFaults(sandbox: Sandbox, body: Body): unknown {
  const target = accountOf(body)
  const device = readOptional(body, 'device', readCount)
  if (readOptional(body, 'clear', readFlag) === true) {
    sandbox.faults.clear(target, device)
    return {}
  }
  const change = {
    dropAcks: readOptional(body, 'dropAcks', readCount),
    duplicateDeliveries: readOptional(body, 'duplicateDeliveries', readCount),
    delayMs: readOptional(body, 'delayMs', readCount),
    hold: readOptional(body, 'hold', readFlag),
    freeze: readOptional(body, 'freeze', readFlag),
    refuse: readOptional(body, 'refuse', readRefusal),
    refuseLogins: readOptional(body, 'refuseLogins', readLoginRefusal),
    askPasskey: readOptional(body, 'askPasskey', readFlag),
    refreshOnScan: readOptional(body, 'refreshOnScan', readCount),
    refuseCodes: readOptional(body, 'refuseCodes', readRefusal),
    forgePairing: readOptional(body, 'forgePairing', readFlag),
    corruptAppState: readOptional(body, 'corruptAppState', readCount),
    pageAppState: readOptional(body, 'pageAppState', readCount),
    timeLockUntilMs: readOptional(body, 'timeLockUntilMs', readCount),
    requireTokens: readOptional(body, 'requireTokens', readFlag),
    limitGroups: readOptional(body, 'limitGroups', readCount),
    staleDeviceLists: readOptional(body, 'staleDeviceLists', readCount),
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const settings = sandbox.faults.set(target, given, device)
  const release = readOptional(body, 'release', RELEASE)
  return release === undefined
    ? settings
    : { ...settings, released: sandbox.faults.release(target, device, release) }
}

/** The scenario API as HTTP routes: the same calls, one path each. */
export function buildRoutes(sandbox: Sandbox): Record<string, Route> {
  return {
    '/scan': (body) => {
      const phone = readOptional(body, 'phone', readText)
      return sandbox.scan(readText(body, 'qr'), phone === undefined ? {} : { phone })
    },
    '/phone/enter-code': (body) => sandbox.phone(accountOf(body)).enterCode(readText(body, 'code')),
    '/phone/sign-passkey': (body) => {
      const options = { challenge: readText(body, 'challenge'), ...readGiven(body, { rpId: readText }) }
      return sandbox.phone(accountOf(body)).signPasskey(options)
    },
    '/phone/passkey': (body) => sandbox.phone(accountOf(body)).passkey,
    '/phone/passkey-code': (body) => ({ code: sandbox.phone(accountOf(body)).passkeyCode ?? null }),
    '/phone/ask-passkey-again': (body) => sandbox.phone(accountOf(body)).repeatPasskeyRequest(),
    '/refresh-registration': (body) => sandbox.refreshRegistration(readText(body, 'qr')),
    ...buildTalkRoutes(sandbox),
    ...buildContentRoutes(sandbox),
    ...buildMediaRoutes(sandbox),
    ...buildCallRoutes(sandbox),
    ...buildChannelRoutes(sandbox),
    ...buildStatusRoutes(sandbox),
    ...buildGroupRoutes(sandbox),
    ...buildMarkRoutes(sandbox),
    ...buildReadRoutes(sandbox),
    ...buildTroubleRoutes(sandbox),
  }
}
