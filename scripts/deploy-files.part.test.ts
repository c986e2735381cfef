import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { CONFIG_VARIABLES } from '../src/platform/config-variables.ts'
import { COMPOSE_SCHEMA, KUBERNETES_SCHEMA } from './deploy-schemas.ts'

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, '../deploy', name), 'utf8')

interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    selector: { matchLabels?: Record<string, string> }
    template?: {
      metadata: { labels: Record<string, string> }
      spec: {
        terminationGracePeriodSeconds: number
        securityContext: { runAsNonRoot: boolean; runAsUser: number }
        containers: {
          args: string[]
          env: { name: string }[]
          readinessProbe: { httpGet: { path: string } }
          livenessProbe: { httpGet: { path: string } }
        }[]
      }
    }
  }
}

const manifests = parseAllDocuments(read('kubernetes/parley.yaml')).map((document) => {
  expect(document.errors).toEqual([])
  return document.toJS() as Manifest
})
const deployments = manifests.filter(({ kind }) => kind === 'Deployment')

test('the manifests and the compose file hold only fields that exist there, of the type they have there', () => {
  for (const manifest of manifests) expect(KUBERNETES_SCHEMA.safeParse(manifest).error).toBeUndefined()
  const compose = parse(read('compose.yaml'), { merge: true })
  expect(COMPOSE_SCHEMA.safeParse(compose).error).toBeUndefined()
  for (const name of Object.keys(compose.services.api.depends_on))
    expect(Object.keys(compose.services)).toContain(name)
})

test.each([
  ['replicas: 2', 'replica: 2'],
  ['containerPort: 3000', "containerPort: '3000'"],
  ["value: '3000'", 'value: 3000'],
  ['minAvailable: 1', 'minAvailable: 1\n  maxUnavailable: 1'],
  ['policy/v1', 'policy/v1beta1'],
  ['periodSeconds: 5', 'periodSecond: 5'],
])('a manifest with %s written as %s is refused', (right, wrong) => {
  const spoiled = read('kubernetes/parley.yaml').replace(right, wrong)
  const parsed = parseAllDocuments(spoiled).map((document) => KUBERNETES_SCHEMA.safeParse(document.toJS()))
  expect(parsed.some(({ success }) => !success)).toBe(true)
})

test('both roles are deployed, with probes the service answers and time to hand clients over', () => {
  expect(deployments.map(({ spec }) => spec.template?.spec.containers[0]?.args)).toEqual([
    ['api'],
    ['worker'],
  ])
  for (const { spec } of deployments) {
    const pod = spec.template
    expect(pod?.metadata.labels).toEqual(spec.selector.matchLabels)
    expect(pod?.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30)
    expect(pod?.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(pod?.spec.containers[0]?.readinessProbe.httpGet.path).toBe('/ready')
    expect(pod?.spec.containers[0]?.livenessProbe.httpGet.path).toBe('/health')
  }
})

test('each role has a disruption budget that covers exactly its pods', () => {
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')
  expect(budgets.map(({ spec }) => spec.selector)).toEqual(deployments.map(({ spec }) => spec.selector))
})

test('every setting named in the files is one the service reads', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { command?: string[]; environment: Record<string, string> }>
  }
  const { api, worker } = compose.services
  expect([api?.command, worker?.command]).toEqual([['api'], ['worker']])
  const names = [
    ...Object.keys(api?.environment ?? {}),
    ...Object.keys(worker?.environment ?? {}),
    ...deployments.flatMap(
      ({ spec }) => spec.template?.spec.containers[0]?.env.map(({ name }) => name) ?? [],
    ),
  ]
  expect(names).toContain('NATS_URL')
  for (const name of names) expect(Object.keys(CONFIG_VARIABLES)).toContain(name)
})

test('all processes of the compose file keep files of messages in one volume, which they may write', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { volumes?: string[] }>
    volumes: Record<string, unknown>
  }
  const { api, worker } = compose.services
  expect(api?.volumes).toEqual(['media:/data/media'])
  expect(worker?.volumes).toEqual(api?.volumes)
  expect(Object.keys(compose.volumes)).toContain('media')
  expect(read('Dockerfile')).toMatch(/mkdir -p .*\/data\/media && chown -R node:node .*\/data/)
})

test('the image runs a command of the service, as nobody special', () => {
  const lines = read('Dockerfile').split('\n')
  const entry = JSON.parse(
    lines.find((line) => line.startsWith('ENTRYPOINT '))?.slice(11) ?? '[]',
  ) as string[]
  expect(existsSync(path.join(import.meta.dirname, '..', entry[1] ?? ''))).toBe(true)
  expect(lines).toContain('USER 1000:1000')
  const names = [...read('Dockerfile').matchAll(/(?:^ENV | )([A-Z_]+)=/gm)].map(([, name]) => name)
  for (const name of names) if (name !== 'NODE_ENV') expect(Object.keys(CONFIG_VARIABLES)).toContain(name)
})

test('the health check of the image asks what the service answers, and its outcome is the exit code', async () => {
  const line = /HEALTHCHECK [^\n]*\\\n {2}CMD (\[.*\])/.exec(read('Dockerfile'))?.[1] ?? ''
  const [program = '', ...args] = JSON.parse(line) as string[]
  expect(program).toBe('node')
  let status = 200
  const asked: (string | undefined)[] = []
  const server = createServer((req, res) => {
    asked.push(req.url)
    res.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const PORT = String((server.address() as AddressInfo).port)
  const check = () =>
    new Promise((resolve) => {
      execFile(process.execPath, args, { env: { PORT } }, (error) => resolve(error === null ? 0 : error.code))
    })
  expect(await check()).toBe(0)
  status = 503
  expect(await check()).toBe(1)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await check()).toBe(1)
  expect(asked).toEqual(['/health', '/health'])
})
