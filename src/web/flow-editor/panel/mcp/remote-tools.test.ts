import { describe, expect, it } from 'vitest'
import { findNodeType } from '../../../../core/flow/index.ts'
import { addTools, findServer, isGiven, toRequest } from './remote-tools.ts'

const URL_OF = 'https://tools.example.com/mcp'
const parameters = { type: 'object', properties: { id: { type: 'string' } } }
const tool = (name: string, description = 'Finds') => ({ name, description, parameters, isLoosened: false })

describe('tools of a server that are chosen for a flow', () => {
  it('are asked for with the key only named', () => {
    expect(toRequest({ url: ` ${URL_OF} `, secret: 'shop' })).toEqual({
      url: URL_OF,
      headers: [{ name: 'Authorization', value: ['Bearer ', { secret: 'shop', as: 'raw' }] }],
    })
    expect(toRequest({ url: URL_OF, secret: '' }).headers).toEqual([])
  })

  it('are added behind the others with names that models take, and known again', () => {
    const server = { url: URL_OF, secret: 'shop' }
    const before = [{ kind: 'http', name: 'find_order', description: 'x' }]
    const entries = addTools(before, server, [tool('find_order'), tool('orders/list', ''), tool('9lives')])
    expect(entries.map(({ name, remoteTool, description }) => [name, remoteTool, description])).toEqual([
      ['find_order', undefined, 'x'],
      ['find_order_2', 'find_order', 'Finds'],
      ['orders_list', 'orders/list', 'orders/list'],
      ['_9lives', '9lives', 'Finds'],
    ])
    expect(findServer(entries)).toEqual(server)
    expect(isGiven(entries, URL_OF, tool('find_order'))).toBe(true)
    expect(isGiven(entries, 'https://other.example.com/mcp', tool('find_order'))).toBe(false)
    expect(isGiven(before, URL_OF, tool('find_order'))).toBe(false)
    const data = { mode: 'agent', system: 'Be kind.', tools: entries.slice(1) }
    expect(findNodeType('ai')?.schema.safeParse(data).error).toBeUndefined()
  })

  it('begin with no server where the flow has none', () => {
    expect(findServer([{ kind: 'mcp', name: 'a' }])).toEqual({ url: '', secret: '' })
  })
})
