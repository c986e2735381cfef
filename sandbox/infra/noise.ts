import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { agree, generateKeyPair, type KeyPair } from './keys.ts'

const FULL_HANDSHAKE = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
/** A name longer than a hash counts as its hash. */
const FALLBACK_HANDSHAKE = createHash('sha256').update('Noise_XXfallback_25519_AESGCM_SHA256').digest()
/** What the client sends before its first frame; it is also the handshake's prologue. */
export const NOISE_HEADER = Buffer.from([87, 65, 6, 3])
const TAG_BYTES = 16

const nonce = (counter: number): Buffer => {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

function seal(key: Buffer, counter: number, plain: Uint8Array, additional: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(counter))
  cipher.setAAD(additional)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, counter: number, sealed: Uint8Array, additional: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter))
  decipher.setAAD(additional)
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()])
}

function expand(salt: Uint8Array, secret: Uint8Array): [Buffer, Buffer] {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.alloc(0), 64))
  return [bytes.subarray(0, 32), bytes.subarray(32)]
}

/** The two directions of an established connection, as the server sees them. */
export class NoiseTransport {
  readonly #sendKey: Buffer
  readonly #receiveKey: Buffer
  readonly #none = Buffer.alloc(0)
  #sent = 0
  #received = 0

  constructor(sendKey: Buffer, receiveKey: Buffer) {
    this.#sendKey = sendKey
    this.#receiveKey = receiveKey
  }

  encrypt(plain: Uint8Array): Buffer {
    return seal(this.#sendKey, this.#sent++, plain, this.#none)
  }

  /** Throws when the frame was not sealed by the peer of this connection, or out of order. */
  decrypt(sealed: Uint8Array): Buffer {
    return open(this.#receiveKey, this.#received++, sealed, this.#none)
  }
}

export interface ServerHello {
  ephemeral: Buffer
  static: Buffer
  payload: Buffer
}

/**
 * The responder's side of Noise XX, in the order `readHello`, `readFinish`, `split`. To a client that tries to resume
 * (Noise IK, its first message sealed for a key it remembers) it answers as the network does that cannot: with
 * XXfallback, which goes on from the ephemeral key of that message (zapo's WaNoiseSession, `resumeHandshakeWithFallback`).
 */
export class NoiseResponder {
  readonly #static: KeyPair
  readonly #ephemeral = generateKeyPair()
  #hash: Buffer
  #salt: Buffer
  #key: Buffer
  #counter = 0

  constructor(serverStatic: KeyPair, isResumed: boolean) {
    this.#static = serverStatic
    this.#hash = isResumed ? FALLBACK_HANDSHAKE : FULL_HANDSHAKE
    this.#salt = this.#hash
    this.#key = this.#hash
    this.#mixHash(NOISE_HEADER)
  }

  /** Takes the client's ephemeral key and answers with ours, our static key and the certificate chain. */
  readHello(clientEphemeral: Uint8Array, certChain: Uint8Array): ServerHello {
    this.#mixHash(clientEphemeral)
    this.#mixHash(this.#ephemeral.public)
    this.#mixKey(agree(this.#ephemeral.private, clientEphemeral))
    const sealedStatic = this.#encrypt(this.#static.public)
    this.#mixKey(agree(this.#static.private, clientEphemeral))
    return { ephemeral: this.#ephemeral.public, static: sealedStatic, payload: this.#encrypt(certChain) }
  }

  /** Opens the client's static key and login payload; throws when either does not authenticate. */
  readFinish(sealedStatic: Uint8Array, sealedPayload: Uint8Array): { clientStatic: Buffer; payload: Buffer } {
    const clientStatic = this.#decrypt(sealedStatic)
    this.#mixKey(agree(this.#ephemeral.private, clientStatic))
    return { clientStatic, payload: this.#decrypt(sealedPayload) }
  }

  split(): NoiseTransport {
    const [clientSends, serverSends] = expand(this.#salt, Buffer.alloc(0))
    return new NoiseTransport(serverSends, clientSends)
  }

  #mixHash(bytes: Uint8Array): void {
    this.#hash = createHash('sha256').update(this.#hash).update(bytes).digest()
  }

  #mixKey(secret: Uint8Array): void {
    ;[this.#salt, this.#key] = expand(this.#salt, secret)
    this.#counter = 0
  }

  #encrypt(plain: Uint8Array): Buffer {
    const sealed = seal(this.#key, this.#counter++, plain, this.#hash)
    this.#mixHash(sealed)
    return sealed
  }

  #decrypt(sealed: Uint8Array): Buffer {
    const plain = open(this.#key, this.#counter++, sealed, this.#hash)
    this.#mixHash(sealed)
    return plain
  }
}
