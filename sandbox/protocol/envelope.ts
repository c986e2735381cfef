import { randomInt } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { Addressing, PlayedDevice } from '../state/user.ts'
import { node } from './nodes.ts'
import { takeCompanionBundle } from './pre-keys.ts'

const MAX_PADDING = 16

/** Message bytes as they are encrypted: padded with 1 to 16 bytes that each say how many there are. */
export function padMessage(message: proto.IMessage): Buffer {
  const length = randomInt(1, MAX_PADDING + 1)
  return Buffer.concat([proto.Message.encode(message).finish(), Buffer.alloc(length, length)])
}

/** Undoes the padding; throws when there is none. */
export function unpadMessage(padded: Buffer): Buffer {
  const length = padded.at(-1) ?? 0
  if (length < 1 || length > MAX_PADDING || length > padded.length)
    throw new Error('the padding is not valid')
  return padded.subarray(0, padded.length - length)
}

/** A simulated device encrypts for one of our clients, starting a session when there is none or when told to. */
export async function encryptForCompanion(
  network: Network,
  sender: PlayedDevice,
  companion: Companion,
  message: proto.IMessage,
  addressing: Addressing,
  options: { freshSession?: boolean; retryCount?: number } = {},
): Promise<BinaryNode> {
  const { number, device } = companion.record
  const address = sender.sessionWith(network.directory.ensure(number), addressing, device)
  if (options.freshSession === true || !sender.signal.hasSession(address)) {
    await sender.signal.startSession(address, takeCompanionBundle(network, companion))
  }
  const { type, ciphertext } = await sender.signal.encrypt(address, padMessage(message))
  return node('enc', { v: '2', type, count: options.retryCount?.toString() }, ciphertext)
}
