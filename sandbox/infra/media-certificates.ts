import { type CertifiedKey, createCertificateAuthority } from './certificate-authority.ts'

/** What the media server shows, and the authority a client has to trust for it; all PEM. */
export interface MediaCertificate extends CertifiedKey {
  caPem: string
}

/**
 * The names the certificate is good for: the address it listens on, and the host a client falls back to when a
 * message names a path without a host.
 */
const HOST_NAMES = ['localhost', 'mmg.whatsapp.net']

/** Makes an authority and a certificate under it for the loopback address. */
export function buildMediaCertificate(): MediaCertificate {
  const authority = createCertificateAuthority('Sandbox media authority')
  return { caPem: authority.caPem, ...authority.certifyServer('Sandbox media server', HOST_NAMES) }
}
