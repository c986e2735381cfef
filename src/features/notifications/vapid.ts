import { createECDH } from 'node:crypto'
import type { Executor } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { readServiceSecret } from '../users/index.ts'

const CURVE = 'prime256v1'

/** The key by which push services know this installation, both halves in base64url (RFC 8292). */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

function drawPrivateKey(): string {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  // Now and then it begins with a zero byte, which is left out there.
  return pair.getPrivateKey().toString('hex').padStart(64, '0')
}

/** Made once and kept sealed: browsers that subscribed with it take pushes of no other. */
export async function readVapidKeys(db: Executor, box: SecretBox): Promise<VapidKeys> {
  const privateKey = Buffer.from(await readServiceSecret(db, box, 'push', drawPrivateKey), 'hex')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}
