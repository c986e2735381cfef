import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretHider } from './secret-parts.ts'

test('a secret is hidden in base64 wherever it stands in it', () => {
  const secrets = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 })
  const others = fc.string({ maxLength: 20 })
  fc.assert(
    fc.property(others, secrets, others, (before, secret, behind) => {
      const base64 = Buffer.from(before + secret + behind, 'utf8').toString('base64')
      expect(createSecretHider(new Map([['key', secret]]))(base64)).toContain('***')
    }),
    { numRuns: 300 },
  )
})
