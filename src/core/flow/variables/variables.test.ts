import { describe, expect, test } from 'vitest'
import { type FlowDefinition, parseDefinition } from '../definition.ts'
import { NODE_TYPES } from '../nodes/registry.ts'
import { findNameProblem, listVariableUses, renameVariable } from './variables.ts'

type Node = [id: string, type: string, data: Record<string, unknown>]

function flow(nodes: Node[], extra: Record<string, unknown> = {}): FlowDefinition {
  const parsed = parseDefinition({ nodes: nodes.map(([id, type, data]) => ({ id, type, data })), ...extra })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

const renamed = (type: string, data: Record<string, unknown>) =>
  renameVariable(flow([['n', type, data]]), 'name', 'who').nodes[0]?.data

const renamedText = (text: string) => renamed('send.text', { text })?.text

describe('rename of a variable', () => {
  test.each([
    ['Hi {{ name }}, {{ vars.name }}!', 'Hi {{ who }}, {{ vars.who }}!'],
    ['{{ vars["name"] | default: name }}', '{{ vars["who"] | default: who }}'],
    ['{{ vars.name.first }} {{name|upcase}}', '{{ vars.who.first }} {{who|upcase}}'],
    [
      '{{ contact.name }} {{ client.name }} {{ prev.name }}',
      '{{ contact.name }} {{ client.name }} {{ prev.name }}',
    ],
    ['name {{ "name" }} {{ names }} {{ vars.names }}', 'name {{ "name" }} {{ names }} {{ vars.names }}'],
    ['two\nlines {{ x }}\n {{ name }}', 'two\nlines {{ x }}\n {{ who }}'],
    [
      '{% if name == "name" %}{{ list[name] }}{% endif %}',
      '{% if vars.who == "name" %}{{ list[vars.who] }}{% endif %}',
    ],
    ['{% for who in list %}{{ name }}{% endfor %}', '{% for who in list %}{{ vars.who }}{% endfor %}'],
    ['{% assign name = 1 %}{{ name }}', '{% assign name = 1 %}{{ name }}'],
    ['{{ name', '{{ name'],
  ])('changes what reads it in %j and nothing else', (before, after) => {
    expect(renamedText(before)).toBe(after)
  })

  test('follows names that nodes write, and leaves fields of the contact and of other flows', () => {
    expect(renamed('ask', { prompt: 'name?', saveAs: 'name' })).toEqual({ prompt: 'name?', saveAs: 'who' })
    expect(
      renamed('set', {
        assign: [
          { var: 'name', op: 'set', value: '{{ name }}' },
          { scope: 'contact', var: 'name', value: '{{ vars.name }}' },
        ],
      }),
    ).toEqual({
      assign: [
        { var: 'who', op: 'set', value: '{{ who }}' },
        { scope: 'contact', var: 'name', value: '{{ vars.who }}' },
      ],
    })
    expect(
      renamed('subflow', {
        flowId: 'f',
        inputs: { name: '{{ name }}' },
        outputs: { name: 'name', other: 'name' },
      }),
    ).toEqual({ flowId: 'f', inputs: { name: '{{ who }}' }, outputs: { who: 'name', other: 'name' } })
    expect(renamed('trigger.api', { inputs: [{ name: 'name', type: 'string' }] })).toEqual({
      inputs: [{ name: 'who', type: 'string' }],
    })
  })

  test('reaches conditions, requests and payloads wherever a text stands in them', () => {
    expect(
      renamed('condition', {
        cases: [
          { id: 'a', expr: 'name == "name" and vars.name != blank' },
          { id: 'b', any: [{ left: '{{ name }}', op: 'in', right: ['name', '{{ name }}'] }] },
        ],
      }),
    ).toEqual({
      cases: [
        { id: 'a', expr: 'who == "name" and vars.who != blank' },
        { id: 'b', any: [{ left: '{{ who }}', op: 'in', right: ['name', '{{ who }}'] }] },
      ],
    })
    expect(
      renamed('http', {
        method: 'POST',
        url: 'https://a.example/{{ name }}',
        headers: [{ name: 'name', value: '{{ name }}' }],
        body: { name: '{{ name }}', 'a.b': ['{{ vars.name }}'] },
        map: [{ path: 'name', var: 'name' }],
      }),
    ).toEqual({
      method: 'POST',
      url: 'https://a.example/{{ who }}',
      headers: [{ name: 'name', value: '{{ who }}' }],
      body: { name: '{{ who }}', 'a.b': ['{{ vars.who }}'] },
      map: [{ path: 'name', var: 'who' }],
    })
  })

  test('reaches a node whose data is not finished', () => {
    expect(
      renamed('ask', { prompt: 5, retryText: 'Again, {{ name }}', label: '{{ name }}', saveAs: 'name' }),
    ).toEqual({
      prompt: 5,
      retryText: 'Again, {{ who }}',
      label: '{{ name }}',
      saveAs: 'who',
    })
  })

  test('changes scripts where they read variables, and not their texts, comments and patterns', () => {
    const source = [
      '// vars.name',
      'const a = vars.name + vars["name"] + vars?.name + other.vars.name + vars.names',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a script
      'const b = "vars.name" + `vars.name ${vars.name + {a: `${vars.name}`}.a} vars.name`',
      'return /vars.name/.test(a) ? a / vars.name / 2 : [...vars.name]',
    ].join('\n')
    expect(renamed('code', { source })?.source).toBe(
      [
        '// vars.name',
        'const a = vars.who + vars["who"] + vars?.who + other.vars.name + vars.names',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a script
        'const b = "vars.name" + `vars.name ${vars.who + {a: `${vars.who}`}.a} vars.name`',
        'return /vars.name/.test(a) ? a / vars.who / 2 : [...vars.who]',
      ].join('\n'),
    )
  })

  test('reaches the declaration and the fallback text, and leaves a flow without it as it is', () => {
    const definition = flow([], {
      variables: [{ name: 'name', default: 1 }],
      fallbackText: 'Hm, {{ name }}?',
    })
    expect(renameVariable(definition, 'name', 'who')).toMatchObject({
      variables: [{ name: 'who', default: 1 }],
      fallbackText: 'Hm, {{ who }}?',
    })
    expect(renameVariable(definition, 'nobody', 'who')).toBe(definition)
  })

  test('leaves no use behind and takes none along, for the sample of every node type', () => {
    for (const { type, docs } of NODE_TYPES) {
      const definition = flow([['n', type, structuredClone(docs.sample) as Record<string, unknown>]])
      const uses = listVariableUses(definition)
      for (const name of uses.keys()) {
        const after = listVariableUses(renameVariable(definition, name, 'another_name'))
        expect(after.get('another_name'), `${type} ${name}`).toHaveLength(uses.get(name)?.length ?? -1)
        expect(after.has(name), `${type} ${name}`).toBe(false)
        const back = renameVariable(renameVariable(definition, name, 'another_name'), 'another_name', name)
        expect(back, `${type} ${name}`).toEqual(definition)
      }
    }
  })
})

test('the uses of a variable tell where it is read and where it is written', () => {
  const definition = flow(
    [
      ['q', 'ask', { prompt: 'Hi {{ name }}', saveAs: 'name' }],
      ['s', 'send.text', { text: '{{ name }} {{ vars.name }}' }],
    ],
    { fallbackText: '{{ vars.name }}' },
  )
  expect(listVariableUses(definition).get('name')).toEqual([
    { nodeId: 'q', path: 'prompt', kind: 'reads' },
    { nodeId: 'q', path: 'saveAs', kind: 'writes' },
    { nodeId: 's', path: 'text', kind: 'reads' },
    { nodeId: null, path: 'fallbackText', kind: 'reads' },
  ])
})

test('a name that is malformed, reserved, special to templates or taken is refused', () => {
  expect(findNameProblem('1a')).toBe('malformed')
  expect(findNameProblem('contact')).toBe('reserved')
  expect(findNameProblem('blank')).toBe('reserved')
  expect(findNameProblem('a', ['a'])).toBe('taken')
  expect(findNameProblem('a', ['b'])).toBeNull()
})
