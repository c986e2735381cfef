import { setTimeout } from 'node:timers/promises'
import { chatModificationToAppPatch, jidNormalizedUser, type WASocket } from 'baileys'
import type { NetworkAnswer } from '../../ports/network-answer.ts'
import type { KnownPrivacy, NetworkProfile, PrivacySettings } from '../../ports/profile-port.ts'
import { readAllPrivacy, toPrivacyCategory } from '../../translate/account/profile-nodes.ts'
import { childOf, textOf } from '../../translate/group-nodes.ts'
import { toInteger } from '../../translate/wire.ts'
import { changeAppState } from '../app-state.ts'
import { toOwnAddresses } from '../inbound/own-addresses.ts'
import { ASK_MS, ask, element, nothing, SERVER, withCode } from './ask.ts'
import { askMex } from './channel-acts.ts'
import { ProfileNotices } from './profile-notices.ts'

function ownJid(socket: WASocket): string {
  const { me } = socket.authState.creds
  if (!me) throw new Error('the client has no account yet; pair it first')
  return jidNormalizedUser(me.id)
}

/** What the directory says of the account itself, by one of its protocols (whatsmeow's `GetUserInfo`). */
async function askDirectory(socket: WASocket, protocol: 'status' | 'disappearing_mode') {
  const about = element('user', undefined, { jid: ownJid(socket) })
  const attrs = { sid: socket.generateMessageTag(), mode: 'query', last: 'true', index: '0' }
  const usync = element('usync', [element('query', [element(protocol)]), element('list', [about])], {
    ...attrs,
    context: 'interactive',
  })
  const answer = await ask(socket, { to: SERVER, type: 'get', xmlns: 'usync' }, [usync])
  const list = childOf(childOf(answer, 'usync'), 'list')
  const found = childOf(childOf(list, 'user'), protocol)
  const code = toInteger(found?.attrs.code)
  if (code !== 0) throw Object.assign(new Error('the directory refused the question'), { data: code })
  return found
}

async function setName(socket: WASocket, name: string, notices: ProfileNotices): Promise<void> {
  // Before it is so: it may be read again before this is answered.
  notices.named(name)
  try {
    await changeAppState(socket, chatModificationToAppPatch({ pushNameSetting: name }, ''))
  } catch (err) {
    notices.notNamed(name)
    throw err
  }
  const { me } = socket.authState.creds
  // The library then says with its presence what people see as the writer's name.
  if (me) socket.ev.emit('creds.update', { me: { ...me, name } })
}

/** whatsmeow's `mutationUpdateTextStatus`; rc14 has no query for it. */
const SET_ABOUT = '9152604461510864'

/**
 * What people see is set by a query since 2026; the stanza of before is answered and shows nobody anything (Baileys#2503). WhatsApp Web
 * sends one, then the other, which old apps read (whatsmeow#1219).
 */
async function setAbout(socket: WASocket, about: string): Promise<void> {
  await askMex(socket, SET_ABOUT, { input: { text: about || null, ephemeral_duration_sec: 0 } })
  const status = element('status', Buffer.from(about))
  await ask(socket, { to: SERVER, type: 'set', xmlns: 'status' }, [status])
}

async function setPicture(socket: WASocket, jpeg: Uint8Array | null): Promise<void> {
  const content = jpeg ? [element('picture', jpeg, { type: 'image' })] : undefined
  // Without a target it is the account's own.
  await ask(socket, { to: SERVER, type: 'set', xmlns: 'w:profile:picture' }, content)
}

async function setPrivacy(socket: WASocket, category: { name: string; value: string }): Promise<void> {
  const privacy = element('privacy', [element('category', undefined, category)])
  await ask(socket, { to: SERVER, type: 'set', xmlns: 'privacy' }, [privacy])
  // The library asks its own copy whether readers are told of. The setting stands, whatever becomes of the copy.
  if (category.name !== 'readreceipts') return
  const late = new AbortController()
  await Promise.race([refreshCopy(socket, COPY_TRIES), pause(ASK_MS, late.signal)])
  late.abort()
}

const COPY_TRIES = 3
const COPY_PAUSE_MS = 5_000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})

/** Resolves after the first attempt; what fails is tried again while nobody waits. A new connection reads it anew. */
async function refreshCopy(socket: WASocket, tries: number): Promise<void> {
  try {
    await socket.fetchPrivacySettings(true)
  } catch {
    if (tries > 1) void again(socket, tries - 1)
  }
}

async function again(socket: WASocket, tries: number): Promise<void> {
  await setTimeout(COPY_PAUSE_MS, undefined, { ref: false })
  await refreshCopy(socket, tries)
}

/** Acts on the account's own profile over one connection. `open` throws while there is none. */
export class ProfileActs implements NetworkProfile {
  readonly #open: () => WASocket
  readonly #notices = new ProfileNotices()

  constructor(open: () => WASocket) {
    this.#open = open
  }

  /** Tells what the account changes of its profile elsewhere. */
  listen(...listener: Parameters<ProfileNotices['listen']>): void {
    this.#notices.listen(...listener)
  }

  /** Whether this device gave the account that name. */
  isOwnName(name: string): boolean {
    return this.#notices.isOwnName(name)
  }

  name(): string | null {
    return toOwnAddresses(this.#open().authState.creds.me).pushName
  }

  about(): Promise<NetworkAnswer<string | null>> {
    return this.#act(async (socket) => textOf(await askDirectory(socket, 'status')) || null)
  }

  async setName(name: string): ReturnType<NetworkProfile['setName']> {
    if (!this.#open().authState.creds.myAppStateKeyId) return { kind: 'phone_not_ready' }
    return this.#act((socket) => nothing(setName(socket, name, this.#notices)))
  }

  setAbout(about: string): Promise<NetworkAnswer<null>> {
    return this.#act((socket) => nothing(setAbout(socket, about)))
  }

  setPicture(jpeg: Uint8Array | null): Promise<NetworkAnswer<null>> {
    return this.#act((socket) => nothing(setPicture(socket, jpeg)))
  }

  privacy(): Promise<NetworkAnswer<KnownPrivacy>> {
    return this.#act(async (socket) => {
      const attrs = { to: SERVER, type: 'get', xmlns: 'privacy' }
      return readAllPrivacy(childOf(await ask(socket, attrs, [element('privacy')]), 'privacy'))
    })
  }

  setPrivacy<K extends keyof PrivacySettings>(
    setting: K,
    value: PrivacySettings[K],
  ): Promise<NetworkAnswer<null>> {
    return this.#act((socket) => nothing(setPrivacy(socket, toPrivacyCategory(setting, value))))
  }

  defaultExpirationSec(): Promise<NetworkAnswer<number>> {
    return this.#act(async (socket) =>
      toInteger((await askDirectory(socket, 'disappearing_mode'))?.attrs.duration),
    )
  }

  setDefaultExpirationSec(seconds: number): Promise<NetworkAnswer<null>> {
    const mode = element('disappearing_mode', undefined, { duration: String(seconds) })
    const attrs = { to: SERVER, type: 'set', xmlns: 'disappearing_mode' }
    return this.#act((socket) => nothing(ask(socket, attrs, [mode])))
  }

  #act<T>(work: (socket: WASocket) => Promise<T>): Promise<NetworkAnswer<T>> {
    return withCode(async () => work(this.#open()))
  }
}
