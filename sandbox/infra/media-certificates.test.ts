import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildMediaCertificate } from './media-certificates.ts'

test('the media certificate is good for loopback and signed by the published authority', () => {
  const { caPem, certPem } = buildMediaCertificate()
  const authority = new X509Certificate(caPem)
  const server = new X509Certificate(certPem)
  expect(authority.ca).toBe(true)
  expect(authority.verify(authority.publicKey)).toBe(true)
  expect(server.ca).toBe(false)
  expect(server.checkIssued(authority)).toBe(true)
  expect(server.verify(authority.publicKey)).toBe(true)
  expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(server.checkHost('mmg.whatsapp.net')).toBe('mmg.whatsapp.net')
  expect(server.checkHost('example.org')).toBeUndefined()
  expect(server.validToDate.getTime()).toBeGreaterThan(Date.now())
})
