import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { bits, integer, objectId, octets, sequence, set, tagged, utcTime, utf8, yes } from './der.ts'

/** A certificate and its private key, both PEM. */
export interface CertifiedKey {
  certPem: string
  keyPem: string
}

/** Signs certificates that are good for whoever trusts `caPem`. */
export interface CertificateAuthority {
  caPem: string
  /** A certificate of a server at the loopback address and of these host names. */
  certifyServer(subject: string, hostNames: readonly string[]): CertifiedKey
  /** A certificate by which a client makes itself known. */
  certifyClient(subject: string): CertifiedKey
}

const DAY_MS = 86_400_000
const LIFETIME_MS = 3_650 * DAY_MS
const SIGNATURE_ALGORITHM = sequence(objectId('1.2.840.10045.4.3.2'))
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SUBJECT_ALT_NAME = '2.5.29.17'
const SERVER_AUTH = objectId('1.3.6.1.5.5.7.3.1')
const CLIENT_AUTH = objectId('1.3.6.1.5.5.7.3.2')
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
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

/** Makes an authority of that name with a new key. */
export function createCertificateAuthority(issuer: string): CertificateAuthority {
  const authority = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const certify = (subject: string, extensions: Buffer[]): CertifiedKey => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    return {
      certPem: buildCertificate({
        subject,
        issuer,
        key: publicKey,
        signer: authority.privateKey,
        extensions,
      }),
      keyPem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    }
  }
  return {
    caPem: buildCertificate({
      subject: issuer,
      issuer,
      key: authority.publicKey,
      signer: authority.privateKey,
      extensions: [
        extension(BASIC_CONSTRAINTS, true, sequence(yes())),
        extension(KEY_USAGE, true, bits(Buffer.from([0x06]), 1)),
      ],
    }),
    certifyServer(subject, hostNames) {
      const names = sequence(
        tagged(IP_ADDRESS, LOOPBACK),
        ...hostNames.map((host) => tagged(DNS_NAME, Buffer.from(host, 'latin1'))),
      )
      return certify(subject, [
        extension(EXTENDED_KEY_USAGE, false, sequence(SERVER_AUTH)),
        extension(SUBJECT_ALT_NAME, false, names),
      ])
    },
    certifyClient: (subject) =>
      certify(subject, [extension(EXTENDED_KEY_USAGE, false, sequence(CLIENT_AUTH))]),
  }
}
