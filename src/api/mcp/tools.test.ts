import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { describe, expect, it } from 'vitest'
import { buildValidInputs } from '../../../test/support/valid-inputs.ts'
import { OPERATIONS } from '../../contract/index.ts'
import { generateOpenApi } from '../document/openapi.ts'
import { buildTools, DEFAULT_TOOLS, isChosen } from './tools.ts'

const ID = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
const inputs = buildValidInputs({ clientId: ID, flowId: ID, flowStateId: ID, keyId: ID })
const document = await generateOpenApi()
const tools = buildTools(document)
const named = (operation: string) => tools.find(({ entry }) => entry.name === operation)!

describe('tools for assistants', () => {
  it('are every operation that a key may call', () => {
    const forKeys = OPERATIONS.filter(({ entry }) => entry.scope !== 'people')
    expect(tools.map(({ entry }) => entry.name)).toEqual(forKeys.map(({ name }) => name))
  })

  it('are the same where the document has only those that were chosen', async () => {
    for (const only of [DEFAULT_TOOLS, ['flows.states', 'server.ping'], ['events', 'webhooks']]) {
      const part = await generateOpenApi((operation) => isChosen(operation, only))
      expect(buildTools(part, only)).toEqual(buildTools(document, only))
    }
  })

  it('have names that every assistant takes, and say what they do', () => {
    expect(new Set(tools.map((tool) => tool.name)).size).toBe(tools.length)
    for (const { name, title, description } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(description.length).toBeGreaterThan(title.length)
    }
  })

  it('take what the operation takes, by a schema that stands alone', () => {
    const validator = new AjvJsonSchemaValidator()
    for (const { entry, inputSchema } of tools) {
      const operation = entry.name
      expect(JSON.stringify(inputSchema)).not.toContain('#/components/')
      const check = validator.getValidator(inputSchema)
      expect([operation, check(inputs[operation])]).toEqual([
        operation,
        expect.objectContaining({ valid: true }),
      ])
      expect([operation, check([]).valid]).toEqual([operation, false])
    }
  })

  it('refuse a mistake in what the schema refers to', () => {
    const check = new AjvJsonSchemaValidator().getValidator(named('chat.sendMessage').inputSchema)
    const input = { clientId: ID, target: '491512345678' }
    expect(check({ ...input, message: { image: { url: 'https://example.com/cat.jpg' } } }).valid).toBe(true)
    expect(check({ ...input, message: { image: { address: 'https://example.com/cat.jpg' } } }).valid).toBe(
      false,
    )
    expect(check({ ...input, message: {} }).valid).toBe(false)
  })

  it('name each field once, by its canonical name', () => {
    expect(Object.keys(named('chat.sendMessage').inputSchema.properties as object)).not.toContain('jid')
    expect(Object.keys(named('chat.sendMessage').inputSchema.properties as object)).toContain('target')
    expect(named('chat.sendMessage').inputSchema.$defs).toHaveProperty('MediaSource')
  })

  it('say which of them change nothing', () => {
    expect(named('chat.getMessage').entry.effect).toBe('reads')
    expect(named('server.ping').entry.effect).toBe('reads')
    expect(named('chat.sendMessage').entry.effect).toBe('writes')
    expect(named('flows.delete').entry.effect).toBe('destroys')
    // What a key may only read by is what changes nothing.
    const reading = tools.filter(({ entry }) => entry.scope === 'any' || entry.scope.endsWith(':read'))
    expect(tools.filter(({ entry }) => entry.effect === 'reads')).toEqual(reading)
  })

  it('say which of them take something away for good', () => {
    expect(named('clients.delete').entry.effect).toBe('destroys')
    // Every one that is called so, whatever is added.
    const deleting = tools.filter(({ entry }) => /\.(delete|remove|logout|revoke|rollback)/.test(entry.name))
    expect(deleting.filter(({ entry }) => entry.effect !== 'destroys')).toEqual([])
  })

  it('describe their answers as objects, lists among them', () => {
    const validator = new AjvJsonSchemaValidator()
    for (const { entry, outputSchema } of tools) {
      expect([entry.name, outputSchema.type]).toEqual([entry.name, 'object'])
      expect(JSON.stringify(outputSchema)).not.toContain('#/components/')
      validator.getValidator(outputSchema)
    }
    expect(named('clients.list')).toMatchObject({
      wrapsAnswer: true,
      outputSchema: { properties: { answer: { type: 'array' } }, required: ['answer'] },
    })
    expect(named('chat.sendMessage').wrapsAnswer).toBe(false)
  })

  it('are few and short enough by default to be read before every answer', () => {
    const chosen = buildTools(document, DEFAULT_TOOLS)
    expect(chosen.map(({ entry }) => entry.name).toSorted()).toEqual(DEFAULT_TOOLS.toSorted())
    const listed = chosen.map(({ name, title, description, inputSchema, outputSchema }) => ({
      ...{ name, title, description, inputSchema, outputSchema },
      annotations: { readOnlyHint: true, destructiveHint: false },
    }))
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(31_000)
  })

  it('can be chosen by operation and by group', () => {
    const chosen = buildTools(document, ['flows.states', 'chat.sendMessage']).map(({ entry }) => entry.name)
    expect(chosen).toContain('flows.states.get')
    expect(chosen.filter((name) => !name.startsWith('flows.states.'))).toEqual(['chat.sendMessage'])
    expect(buildTools(document, ['flow'])).toEqual([])
  })
})
