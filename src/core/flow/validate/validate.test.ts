import { describe, expect, test } from 'vitest'
import { describeIssue } from '../../../words/english.ts'
import { parseDefinition } from '../definition.ts'
import { NODE_TYPES } from '../nodes/registry.ts'
import { createSnapshot } from '../snapshot.ts'
import { validateFlow } from './validate.ts'

type Node = [id: string, type: string, data?: Record<string, unknown>]

function flow(nodes: Node[], edges: string[], extra: Record<string, unknown> = {}) {
  const parsed = parseDefinition({
    nodes: nodes.map(([id, type, data = {}]) => ({ id, type, data, position: { x: 0, y: 0 } })),
    edges: edges.map((text, index) => {
      const [from = '', target = ''] = text.split('>')
      const [source = '', ...handle] = from.split(':')
      return { id: `e${index}`, source, target, sourceHandle: handle.join(':') || null }
    }),
    ...extra,
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

function codes(nodes: Node[], edges: string[], extra: Record<string, unknown> = {}) {
  const { errors, warnings } = validateFlow(flow(nodes, edges, extra))
  return { errors: errors.map((issue) => issue.code), warnings: warnings.map((issue) => issue.code) }
}

const trigger: Node = ['t', 'trigger.keyword', { values: ['go'] }]
const send: Node = ['s', 'send.text', { text: 'hi' }]
const SALES = '5c6e7082-b3c4-40f7-a129-9eafb0c1d2e3'

describe('graph validation', () => {
  test('a connected flow has no errors', () => {
    expect(codes([trigger, send, ['n', 'end']], ['t>s', 's>n'])).toEqual({ errors: [], warnings: [] })
  })

  test('an empty flow and a lone trigger have no usable trigger', () => {
    expect(codes([], []).errors).toEqual(['NO_TRIGGER'])
    expect(codes([trigger], []).errors).toEqual(['NO_TRIGGER'])
  })

  test('a node nothing leads to is disconnected, a note is not', () => {
    const result = validateFlow(flow([trigger, send, ['x', 'end'], ['n', 'note', { text: 'hm' }]], ['t>s']))
    expect(result.errors).toMatchObject([{ code: 'DISCONNECTED', nodeId: 'x' }])
  })

  test('edges to nowhere, from unknown exits and second edges are disconnected', () => {
    expect(codes([trigger, send], ['t>s', 's>gone']).errors).toEqual(['DISCONNECTED'])
    expect(codes([trigger, send], ['t>s', 's:yes>s']).errors).toEqual(['DISCONNECTED'])
    expect(codes([trigger, send, ['n', 'end']], ['t>s', 's>n', 's>n']).errors).toEqual(['DISCONNECTED'])
    expect(codes([trigger, send, ['n', 'end']], ['t>s', 's>n', 'n>s']).errors).toEqual(['DISCONNECTED'])
  })

  test('repeated ids of nodes and edges are reported once each', () => {
    const definition = flow([trigger, send, send], ['t>s'])
    definition.edges.push({ ...definition.edges[0]!, sourceHandle: 'other' })
    const duplicate = validateFlow(definition).errors.filter((issue) => issue.code === 'DUPLICATE_ID')
    expect(duplicate).toMatchObject([{ nodeId: 's' }, { edgeId: 'e0' }])
  })

  test('an unknown node type is refused by name', () => {
    const { errors } = validateFlow(flow([trigger, ['z', 'teleport.now']], ['t>z']))
    expect(errors).toMatchObject([{ code: 'UNKNOWN_TYPE', nodeId: 'z' }])
    expect(errors).toMatchObject([{ reason: 'TYPE_UNKNOWN', params: { type: 'teleport.now' } }])
  })

  test('a goto needs an existing target that can be entered, other than itself', () => {
    expect(codes([trigger, ['g', 'goto', { targetNodeId: 'gone' }]], ['t>g']).errors).toEqual([
      'GO_TO_TARGET_MISSING',
    ])
    expect(codes([trigger, ['g', 'goto', { targetNodeId: 't' }]], ['t>g']).errors).toEqual([
      'GO_TO_TARGET_MISSING',
    ])
    expect(codes([trigger, ['g', 'goto', { targetNodeId: 'g' }]], ['t>g']).errors).toEqual(['INVALID_DATA'])
    expect(codes([trigger, ['g', 'goto', { targetNodeId: 's' }], send], ['t>g']).errors).toEqual([])
  })

  test.each<[string, Node[], string]>([
    ['blank keywords', [['t', 'trigger.keyword', { values: [' '] }], send], 'values.0'],
    ['no keywords', [['t', 'trigger.keyword', { values: [] }], send], 'values'],
    [
      'look-ahead in a keyword pattern',
      [['t', 'trigger.keyword', { values: ['a(?=b)'], mode: 'regex' }], send],
      'values.0',
    ],
    [
      'a priority out of range',
      [['t', 'trigger.keyword', { values: ['a'], priority: 101 }], send],
      'priority',
    ],
    ['after_idle without idleSec', [['t', 'trigger.any_message', { only: 'after_idle' }], send], 'idleSec'],
    [
      'an unknown message type',
      [['t', 'trigger.any_message', { messageTypes: ['smoke'] }], send],
      'messageTypes.0',
    ],
    ['a blank text', [trigger, ['s', 'send.text', { text: ' ' }]], 'text'],
    ['a text that is too long', [trigger, ['s', 'send.text', { text: 'x'.repeat(4097) }]], 'text'],
    ['a template that does not parse', [trigger, ['s', 'send.text', { text: '{{ a | nope }}' }]], 'text'],
    ['a tag that is off', [trigger, ['s', 'send.text', { text: "{% include 'x' %}" }]], 'text'],
    ['an unknown root', [trigger, ['s', 'send.text', { text: '{{ foo.bar }}' }]], 'text'],
    ['a secret in a text', [trigger, ['s', 'send.text', { text: '{{ secrets.shop }}' }]], 'text'],
    ['an unknown field', [trigger, ['s', 'send.text', { text: 'a', txet: 'b' }]], ''],
    ['a reserved variable', [trigger, ['s', 'ask', { saveAs: 'contact' }]], 'saveAs'],
    ['a timeout that is too short', [trigger, ['s', 'ask', { timeoutSec: 9 }]], 'timeoutSec'],
    [
      'a reminder after the timeout',
      [trigger, ['s', 'ask', { timeoutSec: 60, reminders: [{ afterSec: 60, text: 'x' }] }]],
      'reminders.0.afterSec',
    ],
    [
      'min above max',
      [trigger, ['s', 'ask', { validate: { type: 'number', min: 2, max: 1 } }]],
      'validate.min',
    ],
    [
      'an RE2 refusal in an answer pattern',
      [trigger, ['s', 'ask', { validate: { type: 'regex', pattern: '(a)\\1' } }]],
      'validate.pattern',
    ],
    ['too many attempts', [trigger, ['s', 'ask', { maxAttempts: 11 }]], 'maxAttempts'],
    ['a menu without options', [trigger, ['s', 'menu', { prompt: 'p', options: [] }]], 'options'],
    [
      'labels equal after folding',
      [
        trigger,
        [
          's',
          'menu',
          {
            prompt: 'p',
            options: [
              { id: 'a', label: 'Sim' },
              { id: 'b', label: 'SÍM!' },
            ],
          },
        ],
      ],
      'options.1',
    ],
    [
      "an alias that is another's number",
      [
        trigger,
        [
          's',
          'menu',
          {
            prompt: 'p',
            options: [
              { id: 'a', label: 'x', aliases: ['2'] },
              { id: 'b', label: 'y' },
            ],
          },
        ],
      ],
      'options.0',
    ],
    ['a condition without cases', [trigger, ['s', 'condition', { cases: [] }]], 'cases'],
    [
      'an unknown op',
      [trigger, ['s', 'condition', { cases: [{ id: 'a', all: [{ left: '1', op: 'like', right: '2' }] }] }]],
      'cases.0.all.0.op',
    ],
    [
      'a row without a right side',
      [trigger, ['s', 'condition', { cases: [{ id: 'a', all: [{ left: '1', op: 'eq' }] }] }]],
      'cases.0',
    ],
    [
      'an expression that does not parse',
      [trigger, ['s', 'condition', { cases: [{ id: 'a', expr: '{{ vars.x }}' }] }]],
      'cases.0.expr',
    ],
    ['an empty assignment list', [trigger, ['s', 'set', { assign: [] }]], 'assign'],
    [
      'an increment by a word',
      [trigger, ['s', 'set', { assign: [{ var: 'i', op: 'increment', value: 'much' }] }]],
      'assign.0',
    ],
    ['a delay without seconds', [trigger, ['s', 'delay', {}]], 'seconds'],
    ['a delay until no date', [trigger, ['s', 'delay', { mode: 'until', at: 'soon' }]], 'at'],
    ['a negative handoff', [trigger, ['s', 'handoff', { durationSec: -1 }]], 'durationSec'],
    [
      'a handoff to a department and a person',
      [trigger, ['s', 'handoff', { departmentId: SALES, personId: 'ben' }]],
      'personId',
    ],
    ['a handoff to no id', [trigger, ['s', 'handoff', { departmentId: 'Sales' }]], 'departmentId'],
    ['a handoff notice to no address', [trigger, ['s', 'handoff', { notify: { jid: 'bob' } }]], 'notify.jid'],
  ])('%s is INVALID_DATA with its place', (_what, nodes, path) => {
    const { errors } = validateFlow(flow(nodes, ['t>s']))
    const found = errors.filter((issue) => issue.code === 'INVALID_DATA')
    expect(found.length).toBeGreaterThan(0)
    expect(found.map((issue) => issue.path ?? '')).toContain(path)
  })

  test.each<[Node, string]>([
    [['s', 'send.text', {}], 'text: is missing or of another kind; give a text'],
    [['s', 'send.text', { text: 'a', txet: 'b' }], 'unknown field "txet"; remove it'],
    [['s', 'end', { result: 'maybe' }], 'result: choose one of success, failure'],
    [['s', 'menu', { prompt: 'p', options: 'none' }], 'options: is missing or of another kind; give a list'],
    [['s', 'ask', { maxAttempts: 11 }], 'maxAttempts: give at most 10'],
    [['s', 'ask', { timeoutSec: 9 }], 'timeoutSec: at least 10 seconds'],
  ])('the finding for %j says what to change', (node, message) => {
    const { errors } = validateFlow(flow([trigger, node], ['t>s']))
    expect(errors.map(describeIssue)).toContain(message)
  })

  test('an edge into a trigger is INVALID_DATA of the trigger', () => {
    const { errors } = validateFlow(flow([trigger, send], ['t>s', 's>t']))
    expect(errors).toMatchObject([{ code: 'INVALID_DATA', nodeId: 't' }])
  })

  test('a fallback that sends text needs the text', () => {
    expect(codes([trigger, send], ['t>s'], { fallbackBehavior: 'send_text' }).errors).toEqual([
      'INVALID_DATA',
    ])
    expect(
      codes([trigger, send], ['t>s'], { fallbackBehavior: 'send_text', fallbackText: 'Hm?' }).errors,
    ).toEqual([])
  })

  test('warnings name open exits, endless paths, unset variables, missing timeouts and secrets', () => {
    expect(codes([trigger, send], ['t>s']).warnings).toEqual(['UNCONNECTED_HANDLE'])
    expect(codes([trigger, send], ['t>s', 's>s']).warnings).toEqual(['LOOP_WITHOUT_WAIT'])
    const text = '{{ vars.nobody }} {{ nothing }}'
    expect(codes([trigger, ['s', 'send.text', { text }], ['e', 'end']], ['t>s', 's>e']).warnings).toEqual([
      'UNDEFINED_VARIABLE',
      'UNDEFINED_VARIABLE',
    ])
    expect(codes([trigger, ['a', 'ask'], ['e', 'end']], ['t>a', 'a:reply>e']).warnings).toEqual([
      'NO_TIMEOUT',
    ])
    const secret = { text: `sk_live_${'a'.repeat(24)}` }
    expect(codes([trigger, ['s', 'send.text', secret], ['e', 'end']], ['t>s', 's>e']).warnings).toEqual([
      'SECRET_IN_TEXT',
    ])
  })

  test('a misspelt field of the contact, the client or the flow is named with those there are', () => {
    const text =
      '{{ contact.nmae }} {{ client.number }} {{ flow.title }} {{ contact.fields.town }} {{ contact.name }}'
    const { warnings } = validateFlow(
      flow([trigger, ['s', 'send.text', { text }], ['e', 'end']], ['t>s', 's>e']),
    )
    expect(warnings.map((issue) => [issue.code, issue.nodeId, issue.path, describeIssue(issue)])).toEqual([
      [
        'UNDEFINED_VARIABLE',
        's',
        'text',
        'text: "contact.nmae" is always empty; of contact there are jid, phone, username, name, tags, favourite, fields.',
      ],
      [
        'UNDEFINED_VARIABLE',
        's',
        'text',
        'text: "client.number" is always empty; of client there are id, name, phone.',
      ],
      [
        'UNDEFINED_VARIABLE',
        's',
        'text',
        'text: "flow.title" is always empty; of flow there are id, name, language.',
      ],
    ])
  })

  test('a loop with a question in it gives no warning', () => {
    const { warnings } = codes([trigger, ['a', 'ask', { timeoutSec: 60 }], send], ['t>a', 'a:reply>s', 's>a'])
    expect(warnings).toEqual([])
  })

  test('keywords of other active flows and of the main menu are warned about', () => {
    const other = createSnapshot(
      { flowId: 'o', versionId: 'o1', name: 'Other' },
      flow([['t', 'trigger.keyword', { values: ['GO!'] }], send], ['t>s']),
    )
    const main = createSnapshot(
      { flowId: 'm', versionId: 'm1' },
      flow([['t', 'trigger.main_menu'], send], ['t>s']),
    )
    const checked = flow(
      [
        trigger,
        ['m', 'menu', { prompt: 'p', timeoutSec: 60, options: [{ id: 'a', label: 'Menu' }] }],
        ['e', 'end'],
      ],
      ['t>m', 'm:opt:a>e'],
    )
    const { warnings } = validateFlow(checked, {
      flowId: 'x',
      activeFlows: [other, main],
      mainMenuFlowId: 'm',
    })
    expect(warnings.map((issue) => issue.code).sort()).toEqual(['MENU_KEYWORD_SHADOWED', 'TRIGGER_OVERLAP'])
  })

  test('a sub-flow must be published, other than itself, and callable', () => {
    const checked = flow([trigger, ['c', 'subflow', { flowId: 'S' }], ['e', 'end']], ['t>c', 'c:done>e'])
    const callable = createSnapshot(
      { flowId: 'S', versionId: 's1' },
      flow([['t', 'trigger.api'], send], ['t>s']),
    )
    expect(validateFlow(checked, { flowId: 'x', activeFlows: [] }).errors).toHaveLength(1)
    expect(validateFlow(checked, { flowId: 'S', activeFlows: [callable] }).errors).toHaveLength(1)
    expect(validateFlow(checked, { flowId: 'x', activeFlows: [callable] }).errors).toHaveLength(0)
  })

  test('a flow of 500 nodes is checked in a few milliseconds', () => {
    const nodes: Node[] = [trigger]
    const edges = ['t>n1']
    for (let index = 1; index < 500; index++) {
      nodes.push([`n${index}`, 'send.text', { text: `Hi {{ vars.a }} ${index}` }])
      edges.push(`n${index}>n${index === 499 ? 1 : index + 1}`)
    }
    const definition = flow(nodes, edges)
    const { warnings } = validateFlow(definition)
    expect(warnings.map((issue) => issue.code)).toContain('LARGE_FLOW')
  })
})

describe('the registry', () => {
  test.each(NODE_TYPES.map((type) => [type.type, type] as const))(
    'the sample of %s is valid data',
    (_name, type) => {
      expect(type.bind('n', type.docs.sample)).toMatchObject({ ok: true })
    },
  )
})

describe('reading definitions', () => {
  test('JSON strings of a Flow resource and plain JSON give the same definition', () => {
    const definition = flow([trigger, send], ['t>s'])
    const again = parseDefinition({
      nodes: JSON.stringify(definition.nodes),
      edges: JSON.stringify(definition.edges),
      viewport: null,
    })
    expect(again).toEqual({ ok: true, definition })
  })

  test('broken JSON and wrong shapes are refused with their place', () => {
    expect(parseDefinition({ nodes: '[' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('nodes'),
    })
    expect(parseDefinition({ nodes: [{ id: 'a b', type: 'x' }] })).toMatchObject({ ok: false })
    expect(parseDefinition({ fallbackBehavior: 'explode' })).toMatchObject({ ok: false })
    expect(parseDefinition({ settings: { timezone: 'Mars/Olympus' } })).toMatchObject({ ok: false })
  })
})

describe('secrets of the host', () => {
  const find = (data: object, secretHosts: [string, readonly string[] | null][]) =>
    validateFlow(flow([trigger, ['h', 'http', { ...data }]], ['t>h']), {
      secretHosts: new Map(secretHosts),
      addresses: null,
    }).errors.map(describeIssue)
  const call = (url: string) => ({ url, headers: [{ name: 'A', value: '{{secrets.shop}}' }] })
  const held = (host: string) => [
    `The secret "shop" may not go to ${host}; name this host with it, or correct the address.`,
  ]

  test.each<[string, readonly string[] | null, string[]]>([
    ['https://API.shop.test/v1?x={{ vars.x }}', ['api.shop.test'], []],
    ['https://eu.shop.test', ['*.shop.test'], []],
    ['https://[2001:DB8::1]/', ['[2001:db8::1]'], []],
    ['https://anywhere.test', null, []],
    ['https://shop.test', ['*.shop.test'], held('shop.test')],
    ['https://evilshop.test', ['shop.test', '*.shop.test'], held('evilshop.test')],
    [
      'https://shop.test@evil.test/',
      ['shop.test'],
      [expect.stringMatching(/^url: leave out what stands before the @/), ...held('evil.test')],
    ],
  ])('a call of %s with a secret for %j', (url, hosts, expected) => {
    expect(find(call(url), [['shop', hosts]])).toEqual(expected)
  })

  test('one that is missing is told as such, and one that is only mentioned goes nowhere', () => {
    expect(find(call('https://shop.test'), [])).toEqual([
      'There is no secret "shop"; store it first, or correct its name.',
    ])
    const mention = {
      url: 'https://other.test',
      method: 'POST',
      bodyType: 'text',
      body: 'we keep secrets.shop',
    }
    expect(find(mention, [['shop', ['shop.test']]])).toEqual([])
  })
})
