import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What OWASP recommends for Argon2id: 19 MiB, two passes, one lane. A hash keeps the numbers it was made with. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
const toText = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** The password as every computer of a person writes it, whichever way its letters are composed. */
const toMessage = (password: string): string => password.normalize('NFKC')

/** In the form that other programs read too: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const hash = await derive('argon2id', {
    ...COST,
    message: toMessage(password),
    nonce,
    tagLength: HASH_BYTES,
  })
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toText(nonce)}$${toText(hash)}`
}

/** Also of what earlier versions stored, which was made with scrypt. */
export async function isPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', stored = ''] = FORM.exec(hash) ?? []
  if (memory === undefined) {
    const { verifyPassword } = await import('better-auth/crypto')
    return await verifyPassword({ hash, password })
  }
  const expected = Buffer.from(stored, 'base64')
  const found = await derive('argon2id', {
    message: toMessage(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(found, expected)
}
