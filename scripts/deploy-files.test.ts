import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { CONFIG_VARIABLES } from '../src/platform/config-variables.ts'

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
