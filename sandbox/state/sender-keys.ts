import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import type { Journal } from '../infra/journal.ts'
import { generateKeyPair, isSignedBy, sign, toSignalKey } from '../infra/keys.ts'

const VERSION = 0x33
const SIGNATURE_BYTES = 64
const MAX_STATES = 5
const MAX_AHEAD = 2_000

/** A chain of message keys; byte strings are base64. */
interface Chain {
  keyId: number
  iteration: number
  chainKey: string
}

interface OwnKey extends Chain {
  signingPrivate: string
  signingPublic: string
  /** The devices (`number.device`) that have been given this key. */
  holders: string[]
}

interface PeerKey extends Chain {
  signingPublic: string
  /** Seeds of messages that have not come yet, by iteration. */
  skipped: Record<number, string>
}

const derive = (chainKey: string, label: number): Buffer =>
  createHmac('sha256', Buffer.from(chainKey, 'base64'))
    .update(Buffer.from([label]))
    .digest()

/** The seed of the message at a chain's place; moves the chain on. */
function step(chain: Chain): string {
  const seed = derive(chain.chainKey, 1).toString('base64')
  chain.chainKey = derive(chain.chainKey, 2).toString('base64')
  chain.iteration += 1
  return seed
}

function expandSeed(seed: string): { iv: Buffer; key: Buffer } {
  const bytes = Buffer.from(
    hkdfSync('sha256', Buffer.from(seed, 'base64'), Buffer.alloc(32), 'WhisperGroup', 48),
  )
  return { iv: bytes.subarray(0, 16), key: bytes.subarray(16) }
}

/** The sender keys of one simulated phone: its own for each group, and those that others gave it. */
export class SenderKeys {
  readonly #owner: string
  readonly #journal: Journal
  readonly #own = new Map<string, OwnKey>()
  readonly #peers = new Map<string, PeerKey[]>()

  constructor(owner: string, journal: Journal) {
    this.#owner = owner
    this.#journal = journal
  }

  /** The message that lets somebody read what this phone writes to a group from now on. */
  buildDistribution(group: string): Buffer {
    const { keyId, iteration, chainKey, signingPublic } = this.#ownKey(group)
    const message = proto.SenderKeyDistributionMessage.encode({
      id: keyId,
      iteration,
      chainKey: Buffer.from(chainKey, 'base64'),
      signingKey: toSignalKey(Buffer.from(signingPublic, 'base64')),
    }).finish()
    return Buffer.concat([Buffer.from([VERSION]), message])
  }

  hasKey(group: string, address: string): boolean {
    return this.#own.get(group)?.holders.includes(address) ?? false
  }

  markGiven(group: string, address: string): void {
    const own = this.#ownKey(group)
    if (!own.holders.includes(address)) own.holders.push(address)
    this.#saveOwn(group, own)
  }

  /** Starts anew: whoever had the old key cannot read what is written from now on. */
  rotate(group: string): void {
    if (this.#own.delete(group)) this.#journal.delete('sender-key', this.#rowKey(group, 'own'))
  }

  encrypt(group: string, plain: Buffer): Buffer {
    const own = this.#ownKey(group)
    const { keyId, iteration } = own
    const { iv, key } = expandSeed(step(own))
    const cipher = createCipheriv('aes-256-cbc', key, iv)
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
    const message = proto.SenderKeyMessage.encode({ id: keyId, iteration, ciphertext }).finish()
    const signed = Buffer.concat([Buffer.from([VERSION]), message])
    this.#saveOwn(group, own)
    return Buffer.concat([signed, sign(Buffer.from(own.signingPrivate, 'base64'), signed)])
  }

  /** Takes in the key a device (`number.device`) gave for a group. */
  accept(group: string, sender: string, distribution: Uint8Array): void {
    const { id, iteration, chainKey, signingKey } = proto.SenderKeyDistributionMessage.decode(
      distribution.subarray(1),
    )
    const states = this.#peers.get(peerKey(group, sender)) ?? []
    const given: PeerKey = {
      keyId: id ?? 0,
      iteration: iteration ?? 0,
      chainKey: Buffer.from(chainKey ?? []).toString('base64'),
      signingPublic: Buffer.from(signingKey ?? []).toString('base64'),
      skipped: {},
    }
    const others = states.filter(({ keyId }) => keyId !== given.keyId)
    this.#savePeer(group, sender, [...others, given].slice(-MAX_STATES))
  }

  /** Decrypts what a device wrote to a group; throws when this phone was not given the key, or it does not fit. */
  decrypt(group: string, sender: string, bytes: Buffer): Buffer {
    const signed = bytes.subarray(0, -SIGNATURE_BYTES)
    const { id, iteration, ciphertext } = proto.SenderKeyMessage.decode(signed.subarray(1))
    const states = this.#peers.get(peerKey(group, sender)) ?? []
    const state = states.find(({ keyId }) => keyId === id)
    if (state === undefined) throw new Error('the sender has not given this phone its key for the group')
    if (!isSignedBy(Buffer.from(state.signingPublic, 'base64'), signed, bytes.subarray(-SIGNATURE_BYTES))) {
      throw new Error('the message to the group is not signed by its sender')
    }
    const { iv, key } = expandSeed(takeSeed(state, iteration ?? 0))
    const decipher = createDecipheriv('aes-256-cbc', key, iv)
    const plain = Buffer.concat([decipher.update(ciphertext ?? Buffer.alloc(0)), decipher.final()])
    this.#savePeer(group, sender, states)
    return plain
  }

  /** Whether this phone has the key that a message of a device to a group is under. */
  holds(group: string, sender: string, bytes: Buffer): boolean {
    const { id } = proto.SenderKeyMessage.decode(bytes.subarray(1, -SIGNATURE_BYTES))
    return this.#peers.get(peerKey(group, sender))?.some(({ keyId }) => keyId === id) ?? false
  }

  /** Forgets every key others gave this phone, as an app that lost its store does. */
  forgetPeers(): void {
    for (const key of this.#peers.keys()) this.#journal.delete('sender-key', `${this.#owner}/${key}`)
    this.#peers.clear()
  }

  /** Forgets its own keys too: it writes with new ones, which everybody has to be given. */
  erase(): void {
    this.forgetPeers()
    for (const group of this.#own.keys()) this.#journal.delete('sender-key', this.#rowKey(group, 'own'))
    this.#own.clear()
  }

  restore(group: string, sender: string, json: string): void {
    if (sender === 'own') this.#own.set(group, JSON.parse(json) as OwnKey)
    else this.#peers.set(peerKey(group, sender), JSON.parse(json) as PeerKey[])
  }

  #ownKey(group: string): OwnKey {
    const known = this.#own.get(group)
    if (known !== undefined) return known
    const signing = generateKeyPair()
    const own: OwnKey = {
      keyId: randomInt(1, 2 ** 31 - 1),
      iteration: 0,
      chainKey: randomBytes(32).toString('base64'),
      signingPrivate: signing.private.toString('base64'),
      signingPublic: signing.public.toString('base64'),
      holders: [],
    }
    this.#own.set(group, own)
    return own
  }

  #rowKey(group: string, sender: string): string {
    return `${this.#owner}/${peerKey(group, sender)}`
  }

  #saveOwn(group: string, own: OwnKey): void {
    this.#journal.put('sender-key', this.#rowKey(group, 'own'), () => JSON.stringify(own))
  }

  #savePeer(group: string, sender: string, states: PeerKey[]): void {
    this.#peers.set(peerKey(group, sender), states)
    this.#journal.put('sender-key', this.#rowKey(group, sender), () => JSON.stringify(states))
  }
}

const peerKey = (group: string, sender: string): string => `${group}/${sender}`

function takeSeed(state: PeerKey, iteration: number): string {
  const skipped = state.skipped[iteration]
  if (skipped !== undefined) {
    delete state.skipped[iteration]
    return skipped
  }
  if (iteration < state.iteration) throw new Error('a message of this place has been read already')
  if (iteration - state.iteration > MAX_AHEAD) throw new Error('the message is too far ahead')
  while (state.iteration < iteration) state.skipped[state.iteration] = step(state)
  return step(state)
}
