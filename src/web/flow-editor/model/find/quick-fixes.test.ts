import { beforeEach, describe, expect, test } from 'vitest'
import { documentOf } from '../../../../../test/support/flow-document.ts'
import { type FlowDefinition, finding, type Issue } from '../../../../core/flow/index.ts'
import { EditorActions } from '../editor-actions.ts'
import { EditorStore } from '../editor-store.ts'
import { type FlowDocument, findNode } from '../graph.ts'
import { findLikelyName, listVariableRows } from '../variables.ts'
import { findProblems } from './problem-index.ts'
import { applyFix } from './quick-fix-actions.ts'
import { listFixes } from './quick-fixes.ts'

const lines = ({ edges }: FlowDefinition): string[] =>
  edges.map((edge) => `${edge.source}:${edge.sourceHandle}>${edge.target}`).sort()

let store: EditorStore
let actions: EditorActions

function open(document: FlowDocument): void {
  let made = 0
  store = new EditorStore(document, () => 0)
  actions = new EditorActions(store, () => `n${++made}`)
}

describe('variables', () => {
  beforeEach(() =>
    open(
      documentOf(
        [
          ['t', 'trigger.keyword', { values: ['a'] }],
          ['q', 'ask', { prompt: '?', saveAs: 'city', timeoutSec: 60 }],
          ['s', 'send.text', { text: '{{ city }} {{ town }}' }],
          ['e', 'end'],
        ],
        ['t>q', 'q:reply>s', 's>e'],
      ),
    ),
  )

  const rows = () =>
    listVariableRows(store.document).map(({ name, isUnknown }) => (isUnknown ? `${name}?` : name))

  test('a variable is renamed everywhere as one step of undo', () => {
    const before = store.document
    actions.renameVariable('city', 'place')
    expect(findNode(store.document, 'q')?.data.saveAs).toBe('place')
    expect(findNode(store.document, 's')?.data.text).toBe('{{ place }} {{ town }}')
    store.undo()
    expect(store.document).toBe(before)
    actions.renameVariable('nobody', 'place')
    expect(store.document).toBe(before)
  })

  test('one that is read and never set is unknown until it is declared', () => {
    expect(rows()).toEqual(['town?', 'city'])
    actions.declare('town', (variable) => ({ ...variable, default: 'Faro' }))
    expect(rows()).toEqual(['city', 'town'])
    expect(store.document.definition.variables).toEqual([{ name: 'town', default: 'Faro' }])
    actions.forgetDeclaration('town')
    expect(rows()).toEqual(['town?', 'city'])
  })

  test('a slip of the keyboard finds the name that was meant, and another word finds none', () => {
    expect(findLikelyName('ctiy', ['city', 'town'])).toBeUndefined()
    expect(findLikelyName('citty', ['town', 'city'])).toBe('city')
    expect(findLikelyName('first_nmae', ['first_name'])).toBe('first_name')
    expect(findLikelyName('x', ['city'])).toBeUndefined()
  })
})

describe('quick fixes', () => {
  const find = (code: string): Issue => {
    const { errors, warnings } = findProblems(store.document.definition)
    const issue = [...errors, ...warnings].find((item) => item.code === code)
    if (!issue) throw new Error(`no ${code}`)
    return issue
  }

  /** Applies the first fix of the first finding with a code; it is gone then, and comes back with one undo. */
  const expectFixed = (code: string) => {
    const before = store.document
    const [fix] = listFixes(before, find(code))
    if (!fix) throw new Error(`no fix for ${code}`)
    applyFix(actions, fix)
    expect(() => find(code)).toThrow(`no ${code}`)
    const after = store.document
    store.undo()
    expect(store.document).toBe(before)
    return { fix, definition: after.definition }
  }

  test('each puts its finding right as one step of undo', () => {
    open(
      documentOf(
        [
          ['t', 'trigger.keyword', { values: ['a'] }],
          ['q', 'ask', { prompt: '?', saveAs: 'city' }],
          ['s', 'send.text', { text: '{{ citty }}' }],
          ['e', 'end'],
        ],
        ['t>q', 'q:reply>s'],
      ),
    )
    const ended = expectFixed('UNCONNECTED_HANDLE')
    expect(lines(ended.definition)).toContain('s:out>n1')
    const variable = expectFixed('UNDEFINED_VARIABLE')
    expect(variable.fix).toEqual({ kind: 'use_variable', name: 'citty', instead: 'city' })
    expect(expectFixed('NO_TIMEOUT').definition.nodes[1]?.data.timeoutSec).toBe(86_400)
    expect(expectFixed('DISCONNECTED').definition.nodes.map(({ id }) => id)).toEqual(['t', 'q', 's'])
  })

  test('a variable nobody sets is declared where nothing is like it', () => {
    open(
      documentOf(
        [
          ['t', 'trigger.keyword', { values: ['a'] }],
          ['s', 'send.text', { text: '{{ town }}' }],
        ],
        ['t>s'],
      ),
    )
    expect(expectFixed('UNDEFINED_VARIABLE').definition.variables).toEqual([{ name: 'town' }])
  })

  test('an edge that leads nowhere is removed', () => {
    open(
      documentOf(
        [
          ['t', 'trigger.keyword', { values: ['a'] }],
          ['e', 'end'],
          ['n', 'note'],
        ],
        ['t>e', 'e>t', 'e:x>gone'],
      ),
    )
    const { definition } = store.document
    const broken = findProblems(definition).errors.filter(({ edgeId }) => edgeId !== undefined)
    expect(broken.map((issue) => listFixes(store.document, issue))).toEqual([
      [{ kind: 'remove_edge', edgeId: 'e1' }],
      [{ kind: 'remove_edge', edgeId: 'e2' }],
    ])
  })

  test('a flow without a trigger gets one before its first node, and one with a loose trigger its connection', () => {
    open(
      documentOf(
        [
          ['s', 'send.text', { text: 'hi' }],
          ['e', 'end'],
        ],
        ['s>e'],
      ),
    )
    expect(lines(expectFixed('NO_TRIGGER').definition)).toEqual(['n1:out>s', 's:out>e'])
    open(
      documentOf([
        ['e', 'end'],
        ['t', 'trigger.any_message'],
      ]),
    )
    expect(lines(expectFixed('NO_TRIGGER').definition)).toEqual(['t:out>e'])
  })
})

test('what was put right is not listed any more because the service has not seen it yet, and what only it knows is', () => {
  open(
    documentOf(
      [
        ['t', 'trigger.keyword', { values: ['a'] }],
        ['e', 'end'],
      ],
      ['t>e'],
    ),
  )
  const stale: Issue = {
    code: 'UNCONNECTED_HANDLE',
    severity: 'warning',
    ...finding('LEADS_NOWHERE', { exit: 'out' }),
    nodeId: 't',
    path: 'out',
  }
  const overlap: Issue = {
    code: 'TRIGGER_OVERLAP',
    severity: 'warning',
    ...finding('KEYWORD_SHARED', { keyword: 'a', flow: 'Other' }),
    nodeId: 't',
    path: 'values',
  }
  expect(findProblems(store.document.definition, [stale, overlap]).warnings).toEqual([overlap])
})
