import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { generateOpenApi } from './openapi.ts'

/** Rules of taste that the interface decides otherwise, each with the reason; every other rule of the linter holds. */
const NOT_OURS = {
  // Operations are verbs below a group, in camelCase, as the interface writes them.
  'paths-kebab-case': 'off',
  'path-segment-plural': 'off',
  'no-http-verbs-in-paths': 'off',
  // Errors are the RPC library's own shape, in application/json.
  'operation-4xx-problem-details-rfc7807': 'off',
  // Nobody is named as a contact, and the licence has no public page.
  'info-contact': 'off',
  'info-license-url': 'off',
  'info-license-strict': 'off',
  // Groups come in the order of the contract.
  'tags-alphabetical': 'off',
  // The guide has examples of whole calls; a field says what it is in its description.
  'scalar-property-missing-example': 'off',
  // One answer is a stream.
  'response-mime-type': { severity: 'error', allowedValues: ['application/json', 'text/event-stream'] },
  // Most texts may be empty, and what may not be says so.
  'required-string-property-missing-min-length': 'off',
  // Does not see the properties of a schema from inside its own oneOf.
  'no-required-schema-properties-undefined': 'off',
} as const

/** Every example is checked against its schema too, which takes seconds, and many on a busy machine. */
const TIMEOUT_MS = 120_000

async function lint(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['all'], rules: NOT_OURS })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  )
}

it('the OpenAPI document passes a strict linter', { timeout: TIMEOUT_MS }, async () => {
  expect(await lint(await generateOpenApi())).toEqual([])
})

it('the linter reads the document it is given', { timeout: TIMEOUT_MS }, async () => {
  const document = await generateOpenApi()
  const { license: _, ...info } = document.info
  expect(await lint({ ...document, info })).toEqual([expect.stringMatching(/^info-license: /)])
})
