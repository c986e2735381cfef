import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../contract/index.ts'
import { generateOpenApi } from './openapi.ts'

const document = await generateOpenApi()
const names = OPERATIONS.map(({ name }) => name)

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  it('is the same whenever it is generated', async () => {
    expect(JSON.stringify(await generateOpenApi())).toBe(JSON.stringify(document))
  })

  it('describes every operation as a POST of JSON, with its errors', () => {
    const { '/events/stream': stream, ...called } = document.paths ?? {}
    expect(Object.keys(stream ?? {})).toEqual(['get'])
    expect(Object.keys(called)).toEqual(names.map((name) => `/${name.replaceAll('.', '/')}`))
    for (const item of Object.values(called)) {
      expect(Object.keys(item ?? {})).toEqual(['post'])
      const { requestBody, responses, summary } = item!.post!
      expect(requestBody).toMatchObject({
        required: true,
        content: { 'application/json': { schema: expect.any(Object) } },
      })
      expect(summary).toBeTruthy()
      expect(Object.keys(responses ?? {})).toEqual(
        expect.arrayContaining(['200', '400', '401', '404', '413', '415', '422', '429', '500']),
      )
    }
  })

  it('names resources, errors and the key', () => {
    const { schemas = {}, securitySchemes } = document.components ?? {}
    for (const name of [
      'Client',
      'Flow',
      'FlowState',
      'SendResult',
      'Message',
      'BadRequestError',
      'TooManyRequestsError',
    ]) {
      expect(schemas).toHaveProperty(name)
    }
    expect(schemas.Message).toMatchObject({
      additionalProperties: false,
      oneOf: expect.arrayContaining([{ required: ['text'] }]),
    })
    expect(securitySchemes).toEqual({ apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } })
    expect(JSON.stringify(document.paths?.['/clients/get']?.post?.responses?.['200'])).toContain(
      '#/components/schemas/Client',
    )
  })

  it('requires the canonical name of a field and deprecates its other names', () => {
    const content = document.paths?.['/chat/reactMessage']?.post?.requestBody
    expect(content).toHaveProperty(
      ['content', 'application/json', 'schema', 'required'],
      ['clientId', 'key', 'target', 'reaction'],
    )
    expect(content).toHaveProperty(
      ['content', 'application/json', 'schema', 'properties', 'emoji', 'deprecated'],
      true,
    )
  })

  it('marks extensions, and only them', () => {
    const marked = Object.values(document.paths ?? {}).flatMap((item) =>
      item?.post && 'x-extension' in item.post ? [item.post.operationId] : [],
    )
    const extensions = OPERATIONS.filter(({ entry }) => entry.extension)
    expect(marked).toEqual(extensions.map(({ name }) => name))
  })

  it('points at no other host', () => {
    expect(JSON.stringify(document.servers)).toBe('[{"url":"/api/rpc/api-reference"}]')
  })
})
