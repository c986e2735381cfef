import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureModules } from '../../scripts/bootstrap/modules.mjs'
import type { SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
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

interface Item {
  json: Record<string, unknown>
  pairedItem?: { item: number }
}

interface Loaded {
  Parley: new () => {
    execute(this: object): Promise<Item[][]>
    methods: { loadOptions: Record<string, () => Promise<{ name: string; value: string }[]>> }
  }
  ParleyTrigger: new () => {
    webhookMethods: {
      default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>>
    }
    webhook(this: object): Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }>
  }
  ParleyApi: new () => { name: string }
}

const run = promisify(execFile)
/** The rules are others where they think that they are tested themselves. */
const { NODE_ENV: _, ...PLAIN } = process.env
const NODE = { id: 'n', name: 'Parley', type: 'parley', typeVersion: 1, position: [0, 0], parameters: {} }

/** What n8n gives a node, as far as ours ask for it. */
function createContext(credentials: object, items: Record<string, unknown>[], goesOn = false) {
  return {
    getCredentials: async () => credentials,
    getNode: () => NODE,
    getInputData: () => items.map((json) => ({ json })),
    getNodeParameter: (name: string, index?: unknown, fallback?: unknown) =>
      (typeof index === 'number' ? items[index] : items[0])?.[name] ?? fallback,
    getCurrentNodeParameter: (name: string) => items[0]?.[name],
    getExecutionCancelSignal: () => undefined,
    continueOnFail: () => goesOn,
  }
}

describe('the package for n8n', () => {
  const place = createWorkplace({ OUTBOUND_ALLOW: '127.0.0.1' })
  let service: ServiceProcess
  let account: PairedAccount
  let contact: SandboxContact
  let nodes: Loaded
  let credentials: { url: string; apiKey: string }

  beforeAll(async () => {
    // They are too much for everybody who only starts the service, so they have a lock file of their own.
    const runtimeDir = path.join(ROOT, '.runtime')
    const { execPath: node, version: nodeVersion } = process
    await ensureModules({ root: PACKAGE, runtimeDir, node, nodeVersion })
    await run(process.execPath, ['scripts/build-n8n.ts'], { cwd: ROOT, timeout: TIMEOUT_MS })
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

  const execute = async (items: Record<string, unknown>[], goesOn = false) => {
    const [found = []] = await new nodes.Parley().execute.call(createContext(credentials, items, goesOn))
    return found
  }
  const chat = (more: Record<string, unknown>) => ({
    ...{ resource: 'message', operation: 'send', messageType: 'text' },
    ...{ clientId: account.clientId, target: contact.number },
    ...more,
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
    await contact.say(account.number, 'for n8n')
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
