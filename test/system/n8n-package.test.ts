import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { LIVE_EVENT_NAMES } from '../../src/contract/events/live-event-names.ts'
import { EVENT_NAMES } from '../../src/contract/resources.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const PACKAGE = path.join(ROOT, 'packages/n8n')
const TIMEOUT_MS = 120_000
/** About a minute where the packages are not in npm's cache. */
const INSTALL_TIMEOUT_MS = 600_000
const FLOW = {
  version: 1,
  name: 'Called',
  nodes: [
    {
      id: 'in',
      type: 'trigger.api',
      position: { x: 0, y: 0 },
      data: { inputs: [{ name: 'who', type: 'string' }] },
    },
    { id: 'say', type: 'send.text', position: { x: 200, y: 0 }, data: { text: 'Hello {{ who }}' } },
  ],
  edges: [{ id: 'a', source: 'in', target: 'say' }],
}

interface Binary {
  mimeType: string
  fileName: string
  data: string
}

interface Item {
  json: Record<string, unknown>
  binary?: Record<string, Binary>
  pairedItem?: { item: number }
}

interface Loaded {
  Parley: new () => {
    description: { properties: Property[] }
    execute(this: object): Promise<Item[][]>
    methods: { loadOptions: Record<string, () => Promise<{ name: string; value: string }[]>> }
  }
  ParleyTrigger: new () => {
    description: { properties: Property[] }
    webhookMethods: {
      default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>>
    }
    webhook(this: object): Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }>
  }
  ParleyApi: new () => { name: string }
}

interface Property {
  name: string
  default: unknown
  options?: { value: string }[]
}

/** As much of n8n's own library as reads the value of a field. */
interface Workflows {
  Workflow: new (
    options: object,
  ) => {
    expression: {
      getParameterValue(
        value: unknown,
        data: object,
        runIndex: number,
        itemIndex: number,
        nodeName: string,
        items: object[],
        mode: string,
        additional: object,
      ): unknown
    }
  }
}

const run = promisify(execFile)
/** The rules are others where they think that they are tested themselves. */
const { NODE_ENV: _, ...PLAIN } = process.env
const NODE = { id: 'n', name: 'Parley', type: 'parley', typeVersion: 1, position: [0, 0], parameters: {} }

/** What n8n gives a node, as far as ours ask for it. */
function createContext(
  credentials: object,
  items: Record<string, unknown>[],
  goesOn = false,
  files: Record<string, Binary>[] = [],
) {
  return {
    getCredentials: async () => credentials,
    getNode: () => NODE,
    getInputData: () => items.map((json) => ({ json })),
    getNodeParameter: (name: string, index?: unknown, fallback?: unknown) =>
      (typeof index === 'number' ? items[index] : items[0])?.[name] ?? fallback,
    getCurrentNodeParameter: (name: string) => items[0]?.[name],
    getExecutionCancelSignal: () => undefined,
    continueOnFail: () => goesOn,
    helpers: {
      assertBinaryData: (index: number, name: string) => files[index]?.[name],
      getBinaryDataBuffer: async (index: number, name: string) =>
        Buffer.from(files[index]?.[name]?.data ?? '', 'base64'),
      prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => ({
        ...{ fileName, mimeType, data: bytes.toString('base64') },
      }),
    },
  }
}

describe('the package for n8n', () => {
  const place = createWorkplace({ OUTBOUND_ALLOW: '127.0.0.1' })
  let service: ServiceProcess
  let account: PairedAccount
  let contact: SandboxContact
  let nodes: Loaded
  let packed: string[] = []
  let credentials: { url: string; apiKey: string }

  beforeAll(async () => {
    // As somebody does who packs it, which builds it first; its tools take a minute where npm's cache has none of them.
    rmSync(path.join(PACKAGE, 'dist'), { recursive: true, force: true })
    const args = [
      'pack',
      '--json',
      '--foreground-scripts=false',
      '--ignore-scripts=false',
      '--pack-destination',
      place.dataDir,
    ]
    const { stdout } = await run('npm', args, { cwd: PACKAGE, timeout: INSTALL_TIMEOUT_MS })
    const [pack] = JSON.parse(stdout) as { files: { path: string }[] }[]
    packed = pack?.files.map((file) => file.path) ?? []
    const { n8n } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as {
      n8n: { nodes: string[]; credentials: string[] }
    }
    const load = createRequire(import.meta.url)
    // As n8n does: by the files that the package names.
    nodes = Object.assign(
      {},
      ...[...n8n.nodes, ...n8n.credentials].map((file) => load(path.join(PACKAGE, file))),
    ) as Loaded
    service = await place.start()
    account = await pairAccount(place, () => service.url)
    contact = newContact(place.dataDir)
    credentials = { url: service.url, apiKey: account.key }
  }, INSTALL_TIMEOUT_MS)
  afterAll(() => place.remove())

  const execute = async (
    items: Record<string, unknown>[],
    goesOn = false,
    files: Record<string, Binary>[] = [],
  ) => {
    const context = createContext(credentials, items, goesOn, files)
    const [found = []] = await new nodes.Parley().execute.call(context)
    return found
  }
  const chat = (more: Record<string, unknown>) => ({
    ...{ resource: 'message', operation: 'send', messageType: 'text' },
    ...{ clientId: account.clientId, target: contact.number },
    ...more,
  })

  test('is packed with all that n8n looks for', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        'README.md',
        'package.json',
        'dist/credentials/ParleyApi.credentials.js',
        'dist/nodes/Parley/Parley.node.js',
        'dist/nodes/ParleyTrigger/ParleyTrigger.node.js',
        'dist/n8n/src/parley-node.js',
        'dist/client/src/index.js',
      ]),
    )
  })

  test('names each send by execution, node, turn of a loop and item, unless it is told another name', () => {
    const { Workflow } = createRequire(path.join(PACKAGE, 'package.json'))('n8n-workflow') as Workflows
    const { properties } = new nodes.Parley().description
    const value = properties.find(({ name }) => name === 'sendOnceAs')?.default
    const at = (id: string, name: string) => ({ ...NODE, id, name })
    const workflow = new Workflow({
      ...{ id: 'w', name: 'Shop', active: false, connections: {}, settings: {} },
      nodes: [at('node-a', 'Ask'), at('node-b', 'Remind')],
      nodeTypes: { getByNameAndVersion: () => ({ description: { properties } }) },
    })
    const name = (node: string, runIndex: number, item: number) =>
      workflow.expression.getParameterValue(
        value,
        { resultData: { runData: {} } },
        ...[runIndex, item, node, [{ json: {} }, { json: {} }], 'manual', { $execution: { id: '7' } }],
      )
    const names = [name('Ask', 0, 0), name('Ask', 0, 1), name('Ask', 1, 0), name('Remind', 0, 0)]
    expect(names).toEqual(['7-node-a-0-0', '7-node-a-0-1', '7-node-a-1-0', '7-node-b-0-0'])
    expect(name('Ask', 0, 0)).toBe(names[0])
  })

  test('can begin by every event of the log', () => {
    const { properties } = new nodes.ParleyTrigger().description
    const events = properties.find(({ name }) => name === 'events')?.options?.map(({ value }) => value)
    expect(events?.toSorted()).toEqual([...EVENT_NAMES, ...LIVE_EVENT_NAMES].toSorted())
  })

  test('sends binary data of an item as a file, and gives the file of a message as binary data', async () => {
    const bytes = Buffer.from('%PDF-1.4 a bill')
    const file = { mimeType: 'application/pdf', fileName: 'bill.pdf', data: bytes.toString('base64') }
    const customer = newContact(place.dataDir)
    const target = customer.number
    const more = { messageType: 'document', fileFrom: 'binary', binaryProperty: 'bill', caption: 'Due' }
    const [sent] = await execute([chat({ target, ...more })], false, [{ bill: file }])
    const { key } = sent!.json.res as { key: { id: string } }
    const received = await awaitState('the bill', async () =>
      (await customer.read(0)).find(({ id }) => id === key.id),
    )
    expect(received).toMatchObject({ text: 'Due' })
    const download = { target, operation: 'download', messageId: key.id, binaryPropertyOutput: 'copy' }
    expect(await execute([chat(download)])).toMatchObject([
      { json: { fileName: 'bill.pdf' }, binary: { copy: file }, pairedItem: { item: 0 } },
    ])
  })

  test('keeps to the rules that n8n has for nodes of the community', async () => {
    const linted = await run(process.execPath, ['scripts/lint-n8n.ts'], {
      cwd: ROOT,
      timeout: TIMEOUT_MS,
      env: PLAIN,
    }).catch((error: { stderr: string }) => error)
    expect(linted.stderr).toBe('')
    expect(new nodes.ParleyApi().name).toBe('parleyApi')
  })

  test('sends messages, once for one name, and reads the conversation', async () => {
    const once = chat({ text: 'from n8n', sendOnceAs: 'execution-1' })
    const sent = await execute([once, once, chat({ text: 'and another' })])
    expect(sent.map(({ json, pairedItem }) => [json.type, pairedItem?.item])).toEqual([
      ['success', 0],
      ['success', 1],
      ['success', 2],
    ])
    await execute([
      chat({ messageType: 'json', messageJson: '{ "location": { "latitude": 1, "longitude": 2 } }' }),
    ])
    const read = await execute([chat({ operation: 'getAll', returnAll: true })])
    expect(read.map(({ json }) => json.type)).toEqual(['location', 'text', 'text'])
    expect(await execute([chat({ operation: 'getAll', returnAll: false, limit: 1 })])).toHaveLength(1)
  })

  test('starts a flow that was chosen from the list', async () => {
    const { id } = await account.api.call<{ id: string }>('flows.import', {
      ...FLOW,
      clientId: account.clientId,
    })
    await account.api.call('flows.publish', { id })
    const context = createContext(credentials, [{ clientId: account.clientId }])
    const { getClients, getFlows } = new nodes.Parley().methods.loadOptions
    expect((await getClients?.call(context))?.map(({ value }) => value)).toEqual([account.clientId])
    expect(await getFlows?.call(context)).toEqual([{ name: 'Called', value: id }])
    const start = chat({ resource: 'flow', operation: 'start', flowId: id, variables: { who: 'Ana' } })
    expect((await execute([start]))[0]?.json).toMatchObject({ flowId: id })
    await awaitState('what the flow said', async () =>
      (await contact.read(0)).some(({ text }) => text === 'Hello Ana'),
    )
  })

  test('says what is wrong in the service’s words, and goes on where the workflow is to', async () => {
    const wrong = chat({ text: 'x', target: 'nobody' })
    await expect(execute([wrong])).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '400' })
    const results = await execute([wrong, chat({ text: 'still sent' })], true)
    expect(results.map(({ json }) => [typeof json.error, json.type])).toEqual([
      ['string', undefined],
      ['undefined', 'success'],
    ])
  })

  test('begins workflows by a webhook of its own, and by nothing that is not signed by the service', async () => {
    const trigger = new nodes.ParleyTrigger()
    const data: Record<string, unknown> = {}
    const begun: Item[] = []
    const statuses: number[] = []
    async function take(headers: IncomingHttpHeaders, rawBody: Buffer): Promise<number> {
      let status = 200
      const response = {
        status(code: number) {
          status = code
          return { json: () => {} }
        },
      }
      const answer = await trigger.webhook.call({
        ...hook,
        getRequestObject: () => ({ rawBody }),
        getHeaderData: () => headers,
        getResponseObject: () => response,
      })
      begun.push(...(answer.workflowData?.flat() ?? []))
      statuses.push(status)
      return status
    }
    const server: Server = createServer((req, res) => {
      const pieces: Buffer[] = []
      req.on('data', (piece: Buffer) => pieces.push(piece))
      req.on('end', () => {
        void take(req.headers, Buffer.concat(pieces)).then((status) => res.writeHead(status).end())
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`
    const hook = {
      ...createContext(credentials, [{ clientId: account.clientId, events: ['message.received'] }]),
      getWorkflow: () => ({ name: 'Shop' }),
      getNodeWebhookUrl: () => url,
      getWorkflowStaticData: () => data,
    }
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default
    expect(await checkExists.call(hook)).toBe(false)
    expect(await create.call(hook)).toBe(true)
    expect(await checkExists.call(hook)).toBe(true)
    await contact.sendText(account.number, 'for n8n')
    await awaitState('the workflow', async () => begun.length > 0)
    expect(begun[0]?.json).toMatchObject({ name: 'message.received', clientId: account.clientId })
    expect(JSON.stringify(begun[0])).toContain('for n8n')
    const forged = {
      'webhook-id': '1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    }
    expect(await take(forged, Buffer.from('{}'))).toBe(401)
    expect(begun).toHaveLength(1)
    expect(await remove.call(hook)).toBe(true)
    expect(await remove.call(hook)).toBe(true)
    expect([data, await checkExists.call(hook)]).toEqual([{}, false])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})
