import { describe, expect, test } from 'vitest'
import { convert, convertBlock, line } from '../../../../../test/support/typebot/convert.ts'
import { OurSide } from '../../../../../test/support/typebot/our-side.ts'
import { describeIssue } from '../../../../words/english.ts'
import { createSnapshot } from '../../snapshot.ts'
import { validateFlow } from '../../validate/validate.ts'

const ONE = {
  version: '6',
  name: 'One',
  events: [{ id: 'ev', type: 'start' }],
  variables: [],
  edges: [{ from: { eventId: 'ev' }, to: { groupId: 'g' } }],
}
const PAYMENT = { id: 'p', type: 'payment input', options: { amount: '9.50', currency: 'EUR' } }

describe('blocks that other services stand behind', () => {
  test('an ai block asks the model that is set up here, and obeys no variable', () => {
    const { node, report, validation } = convertBlock({
      type: 'OpenAI',
      options: {
        messages: [
          { role: 'system', content: 'You sell bread. The customer wants {{x}}.' },
          { role: 'user', content: 'Is it fresh?' },
          { role: 'assistant', content: 'Always' },
          { role: 'user', content: 'Is there any {{x}}?' },
        ],
        responseMapping: [{ item: 'Message content', variableId: 'v2' }],
      },
    })
    expect([node?.type, report?.status]).toEqual(['ai', 'changed'])
    expect(node?.data).toMatchObject({
      system: 'You sell bread. The customer wants [x].\n\nIs it fresh?\n\nYou said: Always',
      facts: '[x]: {{ vars.x }}',
      prompt: 'Is there any {{ vars.x }}?',
      historyTurns: 0,
      send: false,
      saveAs: 'list',
    })
    expect(validation.errors).toEqual([])
  })

  test('values that a model finds are an object with a schema', () => {
    const { node, validation } = convertBlock({
      type: 'mistral',
      options: {
        action: 'Generate variables',
        prompt: 'Extract from "{{x}}"',
        variablesToExtract: [
          { type: 'number', variableId: 'v1', isRequired: false },
          { type: 'enum', variableId: 'v2', values: ['a', 'b'], description: 'Which' },
        ],
      },
    })
    expect(node?.data).toMatchObject({
      mode: 'extract',
      saveAs: 'found',
      schema: {
        properties: {
          x: { type: 'number' },
          list: { type: 'string', enum: ['a', 'b'], description: 'Which' },
        },
        required: ['list'],
      },
    })
    expect(validation.errors).toEqual([])
  })

  test('a payment becomes a link, whose payment is looked up', () => {
    const { flow, report } = convert({
      ...ONE,
      groups: [
        { id: 'g', title: 'G', blocks: [PAYMENT, { id: 'z', type: 'text', content: line('Thanks') }] },
      ],
    })
    expect(report.find(({ id }) => id === 'p')).toMatchObject({ status: 'changed' })
    expect(validateFlow(flow.definition).errors.map(describeIssue)).toEqual([])
    const asked: string[] = []
    const identity = { flowId: 'A', versionId: 'A@1', name: 'A' }
    let status = 'unpaid'
    const ours = new OurSide(createSnapshot(identity, flow.definition), {
      http: (url) => {
        asked.push(url)
        return asked.length === 1
          ? { status: 200, body: { id: 'cs_1', url: 'https://pay.example.com/1' } }
          : { status: 200, body: { payment_status: status, status: 'open' } }
      },
    })
    expect(ours.receive('hello')).toEqual(['Pay: https://pay.example.com/1'])
    expect(ours.receive('done')).toEqual(['Payment failed. Please, try again.'])
    status = 'paid'
    expect(ours.receive('now')).toEqual(['Thanks'])
    expect(asked).toEqual([
      'https://api.stripe.com/v1/checkout/sessions',
      'https://api.stripe.com/v1/checkout/sessions/cs_1',
      'https://api.stripe.com/v1/checkout/sessions/cs_1',
    ])
    const body = JSON.stringify(flow.definition.nodes.find(({ id }) => id === 'p-1')?.data.body)
    expect(body).toContain('"line_items[0][price_data][unit_amount]":"{{ vars.payment_total }}"')
  })
})
