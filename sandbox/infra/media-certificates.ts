import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { bits, integer, objectId, octets, sequence, set, tagged, utcTime, utf8, yes } from './der.ts'

/** What the media server shows, and the authority a client has to trust for it; all PEM. */
export interface MediaCertificate {
  caPem: string
  certPem: string
  keyPem: string
}

const DAY_MS = 86_400_000
const LIFETIME_MS = 3_650 * DAY_MS
const SIGNATURE_ALGORITHM = sequence(objectId('1.2.840.10045.4.3.2'))
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SUBJECT_ALT_NAME = '2.5.29.17'
const SERVER_AUTH = objectId('1.3.6.1.5.5.7.3.1')
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
/**
 * The names the certificate is good for: the address it listens on, and the host a client falls back to when a
 * message names a path without a host.
 */
const HOST_NAMES = ['localhost', 'mmg.whatsapp.net']
const LOOPBACK = Buffer.from([127, 0, 0, 1])

const name = (text: string): Buffer => sequence(set(sequence(objectId('2.5.4.3'), utf8(text))))

const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(objectId(id), ...(critical ? [yes()] : []), octets(value))

const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

interface Certificate {
  subject: string
  issuer: string
  key: KeyObject
  signer: KeyObject
  extensions: Buffer[]
}

function buildCertificate({ subject, issuer, key, signer, extensions }: Certificate): string {
  const now = Date.now()
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    SIGNATURE_ALGORITHM,
    name(issuer),
    sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + LIFETIME_MS))),
    name(subject),
    key.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, sequence(...extensions)),
  )
  return toPem(sequence(body, SIGNATURE_ALGORITHM, bits(sign('sha256', body, signer))))
}

/** Makes an authority and a certificate under it for the loopback address. */
export function buildMediaCertificate(): MediaCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const issuer = 'Sandbox media authority'
  const caPem = buildCertificate({
    subject: issuer,
    issuer,
    key: authority.publicKey,
    signer: authority.privateKey,
    extensions: [
      extension(BASIC_CONSTRAINTS, true, sequence(yes())),
      extension(KEY_USAGE, true, bits(Buffer.from([0x06]), 1)),
    ],
  })
  const names = sequence(
    tagged(IP_ADDRESS, LOOPBACK),
    ...HOST_NAMES.map((host) => tagged(DNS_NAME, Buffer.from(host, 'latin1'))),
  )
  const certPem = buildCertificate({
    subject: 'Sandbox media server',
    issuer,
    key: server.publicKey,
    signer: authority.privateKey,
    extensions: [
      extension(EXTENDED_KEY_USAGE, false, sequence(SERVER_AUTH)),
      extension(SUBJECT_ALT_NAME, false, names),
    ],
  })
  const keyPem = server.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return { caPem, certPem, keyPem }
}
