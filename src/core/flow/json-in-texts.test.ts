import { expect, test } from 'vitest'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import { describeIssue } from '../../words/english.ts'
import { parseDefinition } from './definition.ts'
import { validateFlow } from './validate/validate.ts'

const DEEP = '['.repeat(20_000) + ']'.repeat(20_000)
const WIDE = `[${'1,'.repeat(200_000)}1]`

test.each(['nodes', 'edges', 'viewport'])(
  '%s of a flow as JSON text are bounded before they are parsed',
  (field) => {
    const document = { version: 1, name: 'Orders', [field]: WIDE }
    const { error } = FlowDocument.safeParse(document)
    expect(error?.issues.map(({ message }) => message).join()).toContain('"kind":"parts","most":100000')
    expect(FlowDocument.safeParse({ ...document, [field]: DEEP }).error?.issues[0]?.message).toContain(
      '"kind":"depth","most":100',
    )
    expect(parseDefinition({ [field]: WIDE })).toMatchObject({
      ok: false,
      message: expect.stringContaining('more than 100000 values and keys'),
    })
  },
)

test('the body of a call as JSON text is bounded when the flow is checked, as no run could fill it in', () => {
  const parsed = parseDefinition({
    nodes: [
      { id: 't', type: 'trigger.api', position: { x: 0, y: 0 }, data: {} },
      {
        id: 'h',
        type: 'http',
        position: { x: 0, y: 0 },
        data: { method: 'POST', url: 'https://shop.test', bodyType: 'json', body: DEEP },
      },
    ],
    edges: [{ id: '1', source: 't', sourceHandle: 'out', target: 'h' }],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  const { errors } = validateFlow(parsed.definition, {})
  expect(errors.map(describeIssue)).toContain('body: is too much JSON: it nests deeper than 100 levels.')
})
