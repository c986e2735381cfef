import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runFlowCommand } from './flow-command.ts'
import { toStep } from './flow-stepper-lines.ts'

const goldens = new URL('../../../test/golden/flows/', import.meta.url).pathname
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flow-command-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function run(args: string[], input = '') {
  const written = { out: '', err: '' }
  const collect = (key: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[key] += String(chunk)
        done()
      },
    })
  const streams = { stdout: collect('out'), stderr: collect('err'), stdin: Readable.from([input]) }
  const code = await runFlowCommand(args, streams)
  return { code, ...written }
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const hello = (id: string, out: string) => ({
  id,
  title: 'says hello',
  flows: {
    A: {
      nodes: [
        ['t', 'trigger.keyword', { values: ['hi'] }],
        ['s', 'send.text', { text: 'Hello' }],
      ],
      edges: ['t>s'],
    },
  },
  script: [{ text: 'hi', expect: { out: [out] } }],
})

describe('flow test', () => {
  test('prints one line a case and succeeds when all hold', async () => {
    const { code, out } = await run(['test', `${goldens}subflow.scopes-and-versions.json`])
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([expect.stringMatching(/^ok {3}T9 /), '1 passed, 0 failed', ''])
  })

  test('fails with the difference when a case falls short', async () => {
    const path = await file('two.json', [hello('good', 'Hello'), hello('bad', 'Bye')])
    const { code, out } = await run(['test', path])
    expect(code).toBe(1)
    expect(out).toContain('ok   good')
    expect(out).toMatch(/FAIL bad .*expected \["Bye"\], got \["Hello"\]/)
    expect(out.trim().split('\n')).toHaveLength(3)
  })

  test('reads the case blocks of a Markdown file and leaves its other blocks alone', async () => {
    const block = `\`\`\`json case\n${JSON.stringify(hello('md', 'Hello'))}\n\`\`\``
    const path = await file('doc.md', `# Doc\n\`\`\`json\n{"not":"a case"}\n\`\`\`\n${block}\nend`)
    expect(await run(['test', path])).toMatchObject({
      code: 0,
      out: 'ok   md says hello\n1 passed, 0 failed\n',
    })
  })

  test('unreadable files, broken JSON and unknown keys are failures that say where', async () => {
    const broken = await file('broken.json', '{')
    const typo = { ...hello('typo', 'Hello'), script: [{ text: 'hi', expect: { outt: [] } }] }
    const misspelt = await file('typo.json', typo)
    const { code, out, err } = await run(['test', join(folder, 'gone.json'), broken, misspelt])
    expect(code).toBe(1)
    expect(err).toContain('gone.json')
    expect(out).toMatch(/FAIL .*broken\.json: is not valid JSON/)
    expect(out).toMatch(/FAIL .*typo\.json: .*outt/)
    expect(out).toContain('0 passed, 3 failed')
  })

  test('without files it explains itself', async () => {
    expect(await run(['test'])).toMatchObject({ code: 2, err: expect.stringContaining('Usage') })
  })
})

const adds = {
  id: 'adds',
  title: 'adds up',
  flows: {
    A: {
      variables: [{ name: 'n', default: 4 }],
      nodes: [
        ['t', 'trigger.keyword', { values: ['hi'] }],
        ['c', 'code', { source: 'return vars.n + 1', saveAs: 'r' }],
        ['d', 'code', { source: 'throw new Error("no " + vars.r)' }],
        ['s', 'send.text', { text: '{{ r }}' }],
        ['f', 'send.text', { text: '{{ r }}: {{ node.d.error }}' }],
      ],
      edges: ['t>c', 'c:ok>d', 'd:ok>s', 'd:error>f'],
    },
  },
  script: [{ text: 'hi', expect: { out: ['5: Error: no 5'], state: 'completed' } }],
}

describe('flow import-typebot', () => {
  test('tells a workflow of n8n how it connects, and refuses an archive', async () => {
    const trigger = { type: '@n8n/n8n-nodes-langchain.chatTrigger', name: 'Chat', webhookId: 'abc' }
    const workflow = await file('workflow.json', { name: 'Mine', nodes: [trigger], connections: {} })
    const said = await run(['import-typebot', workflow])
    expect([said.code, said.out]).toEqual([1, ''])
    expect(said.err).toContain('an http node with POST to https://YOUR-N8N/webhook/abc/chat')
    const archive = await run(['import-typebot', await file('bot.bpz', 'PK\u0003\u0004')])
    expect(archive.err).toContain('This is an archive and no flow.')
  })
})

describe('scripts', () => {
  test('of code nodes are run by flow test, and an answer of the case goes before', async () => {
    const answered = {
      ...adds,
      script: [
        { text: 'hi', expect: { state: 'waiting_effect' } },
        { code: [{ value: 7 }, { value: null }], expect: { out: ['7'] } },
      ],
    }
    const path = await file('adds.json', [adds, { ...answered, id: 'answered' }])
    expect(await run(['test', path])).toMatchObject({ code: 0, out: expect.stringContaining('2 passed') })
    expect(await run(['test', `${goldens}code.outcomes.json`])).toMatchObject({ code: 0 })
  })

  test('are run by flow run, and the recorded case passes', async () => {
    const nodes = adds.flows.A.nodes.map(([id, type, data]) => ({ id, type, data, position: { x: 0, y: 0 } }))
    const edges = [
      ['t', 'out', 'c'],
      ['c', 'ok', 'd'],
      ['d', 'ok', 's'],
      ['d', 'error', 'f'],
    ].map(([source, sourceHandle, target], index) => ({ id: `e${index}`, source, sourceHandle, target }))
    const flow = await file('flow.json', {
      version: 1,
      name: 'Adds',
      nodes,
      edges,
      variables: adds.flows.A.variables,
    })
    const { out } = await run(['run', flow, '--record'], 'hi\n')
    expect(out).toContain('< 5: Error: no 5\n')
    const recorded = await file('recorded.json', out.slice(out.indexOf('{\n "id": "recorded"')))
    expect(await run(['test', recorded])).toMatchObject({ code: 0, out: expect.stringContaining('1 passed') })
  })
})

const MENU = [
  { id: 'y', label: 'Yes' },
  { id: 'n', label: 'No' },
]

describe('flow run', () => {
  const flow = {
    version: 1,
    name: 'Ask a name',
    nodes: [
      { id: 't', type: 'trigger.keyword', position: { x: 0, y: 0 }, data: { values: ['hi'] } },
      {
        id: 'q',
        type: 'ask',
        position: { x: 1, y: 0 },
        data: { prompt: 'Name?', saveAs: 'name', timeoutSec: 60 },
      },
      { id: 's', type: 'send.text', position: { x: 2, y: 0 }, data: { text: 'Hi {{ name }}' } },
      { id: 'n', type: 'send.text', position: { x: 2, y: 1 }, data: { text: 'Too late' } },
    ],
    edges: [
      { id: 'a', source: 't', target: 'q' },
      { id: 'b', source: 'q', sourceHandle: 'reply', target: 's' },
      { id: 'c', source: 'q', sourceHandle: 'timeout', target: 'n' },
    ],
  }

  test('converses, shows transitions and state, and skips to timers', async () => {
    const path = await file('flow.json', flow)
    const { code, out } = await run(['run', path], 'hi\nAna\nhi\n/state\n/skip\n/what\n/quit\nnever\n')
    expect(code).toBe(0)
    expect(out).toContain('t (trigger.keyword) --triggered--> q [send, arm]')
    expect(out).toContain('< Name?\n')
    expect(out).toContain('< Hi Ana\n')
    expect(out).toContain('"state": "waiting_input"')
    expect(out).toContain('+60 s: timeout')
    expect(out).toContain('< Too late\n')
    expect(out).not.toContain('never')
  })

  test('a human message mutes the flow', async () => {
    const path = await file('flow.json', flow)
    const { out } = await run(['run', path], 'hi\n/human I am here\nAna\n')
    expect(out).toContain('--handoff--> q')
    expect(out).toContain('ignored (handoff)')
    expect(out).not.toContain('Hi Ana')
  })

  test('what was said is printed as a case that passes', async () => {
    const nodes = [
      { id: 't', type: 'trigger.keyword', position: { x: 0, y: 0 }, data: { values: ['hi'] } },
      {
        id: 'p',
        type: 'menu',
        position: { x: 0, y: 0 },
        data: { prompt: 'Tea?', render: 'poll', options: MENU },
      },
      { id: 'c', type: 'subflow', position: { x: 0, y: 0 }, data: { flowId: 'ref:called' } },
      { id: 'd', type: 'delay', position: { x: 0, y: 0 }, data: { seconds: 60 } },
      { id: 'h', type: 'http', position: { x: 0, y: 0 }, data: { url: 'https://example.com' } },
      {
        id: 'q',
        type: 'ask',
        position: { x: 0, y: 0 },
        data: { prompt: 'Picture?', validate: { type: 'media' } },
      },
      { id: 'e', type: 'end', position: { x: 0, y: 0 }, data: { text: 'Bye' } },
    ]
    const edges = ['t:out:p', 'p:opt:y:c', 'c:done:d', 'd:out:h', 'h:ok:q', 'q:reply:e'].map((text) => {
      const [source = '', ...rest] = text.split(':')
      return { id: text, source, target: rest.pop(), sourceHandle: rest.join(':') }
    })
    const called = {
      version: 1,
      name: 'Called',
      nodes: [
        { id: 't', type: 'trigger.api', position: { x: 0, y: 0 }, data: {} },
        { id: 's', type: 'send.text', position: { x: 0, y: 0 }, data: { text: 'Coming' } },
      ],
      edges: [{ id: 'a', source: 't', target: 's' }],
    }
    const path = await file('bundle.json', { version: 1, name: 'Tea', nodes, edges, bundle: [called] })
    const lines = [
      'hi',
      '/vote Yes',
      '/skip',
      '/http {"status":200}',
      '/wait 5',
      '/send image {"caption":"x"}',
    ]
    const { code, out } = await run(['run', path, '--record'], `${lines.join('\n')}\n/nonsense\n/wait x\n`)
    expect(code).toBe(0)
    const recorded = JSON.parse(out.slice(out.indexOf('{\n "id": "recorded"'))) as { script: object[] }
    expect(recorded.script).toHaveLength(lines.length)
    expect(recorded.script.at(-1)).toMatchObject({ expect: { out: ['Bye'], state: 'completed' } })
    const again = await file('recorded.json', recorded)
    expect(await run(['test', again])).toMatchObject({ code: 0, out: expect.stringContaining('1 passed') })
  })

  test.each([
    ['/human I am here', { human: 'I am here' }],
    ['/start {"a":1}', { start: { flow: 'flow', inputs: { a: 1 } } }],
    ['/schedule t', { schedule: { flow: 'flow', node: 't' } }],
    ['/resume', { resume: true }],
    ['/resume q', { resume: { node: 'q' } }],
    ['/cancel', { cancel: true }],
    ['/ai {"text":"Hello"}', { ai: { text: 'Hello' } }],
    ['/approve', { approval: 'approve' }],
    ['/approve At 7.', { approval: { text: 'At 7.' } }],
    ['/decline', { approval: 'decline' }],
    ['/flag blacklist', { flag: ['blacklist', true] }],
    ['/flag favourite off', { flag: ['favourite', false] }],
    ['/vote', { vote: [] }],
    ['/code {"value":7}', { code: { value: 7 } }],
    ['/fail hello', { text: 'hello', failSends: true }],
    ['/offline', { disconnect: true }],
    ['/wait 5', { at: 7 }],
    ['/skip', { at: 60 }],
  ])('the line %s is a step', (line, step) => {
    expect(toStep(line, { elapsedSec: 2, timerSec: 60, flow: 'flow' })).toEqual({ ok: true, step })
  })

  test.each(['/skip', '/start 7', '/send smoke', '/flag x', '/http', '/nonsense'])(
    'the line %s is none',
    (line) => {
      const result = toStep(line, { elapsedSec: 2, timerSec: null, flow: 'flow' })
      expect(result).toEqual({ ok: false, message: expect.any(String) })
    },
  )

  test('a flow with errors, another version or broken JSON is refused with the reason', async () => {
    const invalid = await file('invalid.json', { version: 1, name: 'x' })
    expect(await run(['run', invalid])).toMatchObject({ code: 1, err: expect.stringContaining('NO_TRIGGER') })
    const newer = await file('newer.json', { version: 2, name: 'x' })
    expect(await run(['run', newer])).toMatchObject({ code: 1, err: expect.stringContaining('version') })
    const broken = await file('broken.json', 'nope')
    expect(await run(['run', broken])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not valid JSON'),
    })
  })
})
