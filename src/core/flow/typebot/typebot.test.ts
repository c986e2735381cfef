import { describe, expect, test } from 'vitest'
import { convert, convertBlock, line } from '../../../../test/support/typebot/convert.ts'
import { OurSide } from '../../../../test/support/typebot/our-side.ts'
import { describeIssue, describeNotes } from '../../../words/english.ts'
import { parseExchange, toExchange } from '../exchange/exchange.ts'
import { NODE_TYPES } from '../nodes/registry.ts'
import { createSnapshot } from '../snapshot.ts'
import { validateFlow } from '../validate/validate.ts'
import { importTypebot } from './index.ts'

/** A bot of its own making: greeting, menu, number with a condition, call, split, jump back. */
const bot = {
  version: '6.1',
  name: 'Pizza',
  events: [
    { id: 'ev', type: 'start' },
    { id: 'bad', type: 'invalidReply' },
    { id: 'cmd', type: 'command', options: { command: 'offer' } },
  ],
  variables: [
    { id: 'v1', name: 'Your name' },
    { id: 'v2', name: 'Size' },
    { id: 'v3', name: 'Count' },
    { id: 'v4', name: 'now' },
  ],
  groups: [
    {
      id: 'g1',
      title: 'Welcome',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [
        {
          id: 'b1',
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: 'Hi' }, { text: ' you ', bold: true }] }] },
        },
        { id: 'b2', type: 'text', content: line('Your name?') },
        { id: 'b3', type: 'text input', options: { variableId: 'v1' } },
        { id: 'b4', type: 'text', content: line('Which size, {{Your name}}?') },
        {
          id: 'b5',
          type: 'choice input',
          options: { variableId: 'v2' },
          items: [
            { id: 'i1', content: 'Small' },
            { id: 'i2', content: 'Large' },
          ],
        },
      ],
    },
    {
      id: 'g2',
      title: 'Count',
      graphCoordinates: { x: 400, y: 0 },
      blocks: [
        { id: 'b6', type: 'number input', options: { variableId: 'v3', min: 1, max: 9 } },
        {
          id: 'b7',
          type: 'Condition',
          items: [
            {
              id: 'c1',
              content: {
                comparisons: [{ variableId: 'v3', comparisonOperator: 'Greater than', value: '5' }],
              },
            },
            {
              id: 'c2',
              content: {
                comparisons: [{ variableId: 'v1', comparisonOperator: 'Does not contain', value: 'Bob' }],
              },
            },
          ],
        },
        { id: 'b8', type: 'Set variable', options: { variableId: 'v4', type: 'Today' } },
        { id: 'b9', type: 'text', content: line('Bob, {{Count}} {{Size}} on {{now}}') },
      ],
    },
    {
      id: 'g3',
      title: 'Many',
      graphCoordinates: { x: 800, y: 0 },
      blocks: [{ id: 'b10', type: 'text', content: line('So many!') }],
    },
    {
      id: 'g4',
      title: 'Call',
      graphCoordinates: { x: 800, y: 300 },
      blocks: [
        {
          id: 'b11',
          type: 'Webhook',
          options: {
            webhook: {
              method: 'POST',
              url: 'https://example.com/{{Size}}',
              body: '{"n": {{Count}}, "who": "{{Your name}}"}',
              headers: [{ key: 'X-A', value: '1' }],
            },
            responseVariableMapping: [{ variableId: 'v2', bodyPath: 'data.items[0].name' }],
          },
        },
        { id: 'b12', type: 'text', content: line('Got {{Size}}') },
        { id: 'b13', type: 'Jump', options: { groupId: 'g3' } },
      ],
    },
    {
      id: 'g5',
      title: 'Wrong',
      graphCoordinates: { x: 0, y: 800 },
      blocks: [{ id: 'b14', type: 'text', content: line('Sorry?') }],
    },
  ],
  edges: [
    { from: { eventId: 'ev' }, to: { groupId: 'g1' } },
    { from: { eventId: 'bad' }, to: { groupId: 'g5' } },
    { from: { eventId: 'cmd' }, to: { groupId: 'g3' } },
    { from: { blockId: 'b5' }, to: { groupId: 'g2' } },
    { from: { blockId: 'b7', itemId: 'c1' }, to: { groupId: 'g3' } },
    { from: { blockId: 'b7', itemId: 'c2' }, to: { groupId: 'g4' } },
  ],
  settings: {
    whatsApp: {
      sessionExpiryTimeout: 2,
      startCondition: {
        logicalOperator: 'OR',
        comparisons: [
          { comparisonOperator: 'Equal to', value: 'pizza' },
          { comparisonOperator: 'Equal to', value: 'order' },
        ],
      },
    },
    general: { systemMessages: { invalidMessage: 'Come again?' } },
  },
}

function talk(lines: string[]): string[] {
  const { flow } = convert(bot)
  const identity = { flowId: 'A', versionId: 'A@1', name: 'A' }
  const ours = new OurSide(createSnapshot(identity, flow.definition), {
    http: () => ({ status: 404, body: null }),
  })
  return lines.flatMap((text) => ours.receive(text))
}

describe('an imported bot', () => {
  test('can be published and travels as a flow', () => {
    const { flow } = convert(bot)
    expect(validateFlow(flow.definition).errors).toEqual([])
    expect(parseExchange(JSON.parse(JSON.stringify(toExchange(flow)))).ok).toBe(true)
  })

  test('talks as it did', () => {
    expect(talk(['Pizza', 'Ana', 'large', '7'])).toEqual([
      'Hi *you*',
      'Your name?',
      'Which size, Ana?',
      '1. Small',
      '2. Large',
      'So many!',
    ])
    expect(talk(['order', 'Bob', '1', '2']).at(-1)).toBe('Bob, 2 Small on 2026-05-12T09:01:20.000Z')
  })

  test('a case that must not hold, a call with its body and paths, and a jump come over', () => {
    const { nodes } = convert(bot).flow.definition
    expect(String(nodes.find((node) => node.id === 'b7')?.data.source)).toContain(
      "right === '' || (Array.isArray(left) ? !left.map(text).includes(right) : !low(left).includes(low(right)))",
    )
    expect(nodes.find((node) => node.id === 'b7-1')?.data.cases).toMatchObject([{ id: 'c1' }, { id: 'c2' }])
    expect(nodes.find((node) => node.id === 'b11')?.data).toMatchObject({
      bodyType: 'json',
      body: '{"n": "{{ vars.Count }}", "who": "{{ vars.your_name }}"}',
      map: [{ path: 'items[0].name', var: 'Size' }],
    })
    expect(nodes.find((node) => node.id === 'b13')?.data).toEqual({ targetNodeId: 'b10' })
  })

  test('start condition, wrong answers, waiting time and system message become keywords, edges, timeouts and fallback', () => {
    const { definition } = convert(bot).flow
    const { nodes, edges } = definition
    expect(nodes.find((node) => node.type === 'trigger.keyword')?.data).toEqual({
      values: ['pizza', 'order'],
      mode: 'exact',
    })
    expect(
      edges
        .filter((edge) => edge.sourceHandle === 'invalid')
        .map((edge) => edge.source)
        .sort(),
    ).toEqual(['b3', 'b5', 'b6'])
    expect(nodes.find((node) => node.id === 'b3')?.data.timeoutSec).toBe(7_200)
    expect(definition.fallbackText).toBe('Come again?')
  })

  test('every block and event is in the report', () => {
    const { report } = convert(bot)
    expect(report).toHaveLength(17)
    expect(report.filter((item) => item.status !== 'exact').map((item) => item.id)).toEqual(['b11', 'cmd'])
  })
})

describe('blocks by kind', () => {
  test.each([
    [{ type: 'image', content: { url: 'https://example.com/a.png' } }, 'send.media', 'exact'],
    [{ type: 'video', content: { url: 'https://example.com/a.mp4', type: 'url' } }, 'send.media', 'exact'],
    [{ type: 'video', content: { url: 'https://vimeo.com/1', type: 'vimeo' } }, 'send.text', 'changed'],
    [{ type: 'audio', content: { url: 'https://example.com/a.mp3' } }, 'send.media', 'exact'],
    [{ type: 'embed', content: { url: 'https://example.com' } }, 'send.text', 'changed'],
    [{ type: 'email input', options: { variableId: 'v1' } }, 'ask', 'exact'],
    [{ type: 'url input' }, 'ask', 'changed'],
    [{ type: 'phone number input', options: { defaultCountryCode: 'PT' } }, 'ask', 'exact'],
    [{ type: 'date input', options: {} }, 'ask', 'changed'],
    [{ type: 'time input' }, 'ask', 'exact'],
    [{ type: 'rating input', options: { length: 5 } }, 'ask', 'changed'],
    [{ type: 'file input' }, 'ask', 'changed'],
    [
      {
        type: 'choice input',
        items: [{ id: 'i', content: 'A' }],
        options: { isMultipleChoice: true, variableId: 'v2' },
      },
      'code',
      'exact',
    ],
    [
      { type: 'choice input', items: [], options: { dynamicVariableId: 'v2', variableId: 'v1' } },
      'code',
      'exact',
    ],
    [
      {
        type: 'picture choice input',
        items: [
          { id: 'i', title: 'A' },
          { id: 'j', title: 'B' },
        ],
      },
      'menu',
      'changed',
    ],
    [
      { type: 'Set variable', options: { variableId: 'v1', expressionToEvaluate: 'a {{x}}' } },
      'set',
      'exact',
    ],
    [
      {
        type: 'Set variable',
        options: { variableId: 'v1', expressionToEvaluate: '{{x}} + 1', isCode: true },
      },
      'set',
      'changed',
    ],
    [
      { type: 'Set variable', options: { variableId: 'v2', type: 'Append value(s)', item: '{{x}}' } },
      'set',
      'exact',
    ],
    [
      { type: 'Set variable', options: { variableId: 'v2', type: 'Pop', saveItemInVariableId: 'v1' } },
      'code',
      'exact',
    ],
    [{ type: 'Set variable', options: { variableId: 'v1', type: 'Moment of the day' } }, 'set', 'changed'],
    [
      {
        type: 'Set variable',
        options: { variableId: 'v1', expressionToEvaluate: '(2 + 3) * 4', isCode: true },
      },
      'set',
      'changed',
    ],
    [{ type: 'Redirect', options: { url: 'https://example.com' } }, 'send.text', 'changed'],
    [{ type: 'Code', options: { content: 'const a = {{x}}', isExecutedOnClient: false } }, 'code', 'changed'],
    [{ type: 'Wait', options: { secondsToWaitFor: '3' } }, 'delay', 'exact'],
    [
      {
        type: 'AB test',
        items: [
          { id: 'i', path: 'a' },
          { id: 'j', path: 'b' },
        ],
        options: { aPercent: 100 },
      },
      'split',
      'exact',
    ],
    [{ type: 'webhook', options: { responseVariableMapping: [{ variableId: 'v1' }] } }, 'ask', 'changed'],
    [{ type: 'Chatwoot' }, 'handoff', 'changed'],
    [
      {
        type: 'cards',
        items: [
          { id: 'i', title: 'A', paths: [{ id: 'p', text: 'Take it' }] },
          { id: 'j', paths: [{ id: 'q', text: 'Leave' }] },
        ],
      },
      'send.text',
      'changed',
    ],
    [{ type: 'Google Sheets', options: { action: 'Insert a row' } }, 'http', 'changed'],
    [{ type: 'Google Sheets', options: { action: 'Get data from sheet' } }, 'http', 'changed'],
    [{ type: 'Google Sheets', options: { action: 'Update a row' } }, 'http', 'changed'],
    [{ type: 'Google Sheets' }, 'http', 'changed'],
    [{ type: 'openai', options: { action: 'Create speech', input: 'Hi' } }, 'webhook.emit', 'stub'],
    [{ type: 'Email' }, 'webhook.emit', 'stub'],
    [
      { type: 'Email', options: { recipients: ['a@example.com', '{{Name}}'], subject: 'Hi', body: 'Text' } },
      'email',
      'changed',
    ],
    [
      {
        type: 'gmail',
        options: { to: 'a@example.com', bcc: ['b@example.com'], body: '<b>{{Name}}</b>', isBodyCode: true },
      },
      'email',
      'changed',
    ],
    [{ type: 'something new' }, 'webhook.emit', 'stub'],
  ] as const)('%j becomes %s (%s)', (block, type, status) => {
    const { node, report, validation } = convertBlock(block)
    expect([node?.type, report?.status]).toEqual([type, status])
    expect(validation.errors.map(describeIssue)).toEqual([])
    expect(NODE_TYPES.some((nodeType) => nodeType.type === node?.type)).toBe(true)
  })

  test('what is no Typebot, or an old one, is refused with what to do', () => {
    expect(importTypebot({ version: '5', groups: [], edges: [] }, describeNotes)).toMatchObject({
      ok: false,
      problem: { why: 'version', version: '5' },
    })
    expect(importTypebot({ nodes: [] }, describeNotes)).toMatchObject({
      problem: { why: 'none', place: 'version' },
    })
    expect(importTypebot(undefined, describeNotes)).toMatchObject({ problem: { why: 'none', place: '' } })
  })

  test('a bot whose groups lead to each other without a block ends nowhere', () => {
    const empty = (id: string) => ({
      id,
      title: id,
      blocks: [{ id: `${id}b`, type: 'text', content: line('') }],
    })
    const { flow } = convert({
      version: '6',
      name: 'Empty',
      events: [{ id: 'ev', type: 'start' }],
      groups: [empty('a'), empty('b')],
      edges: [
        { from: { eventId: 'ev' }, to: { groupId: 'a' } },
        { from: { blockId: 'ab' }, to: { groupId: 'b' } },
        { from: { blockId: 'bb' }, to: { groupId: 'a' } },
      ],
    })
    expect(flow.definition.edges).toEqual([])
  })
})
