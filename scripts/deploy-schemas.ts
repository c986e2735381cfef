import { z } from 'zod'

/**
 * What the manifests of deploy/ may contain: the fields of Kubernetes and Compose that they use, with the types those
 * have there, and no others, so that a misspelt or misplaced field fails here instead of being ignored by a cluster.
 * Whoever uses another field adds it, as the reference of Kubernetes or Compose has it.
 */
const name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/)
const labels = z.record(z.string().regex(/^[a-z0-9./-]+$/), z.string())
const metadata = z.strictObject({ name, labels: labels.optional() })
const seconds = z.int().min(0)
const port = z.int().min(1).max(65_535)
const countOrShare = z.union([z.int().min(0), z.string().regex(/^\d{1,3}%$/)])
const selector = z.strictObject({ matchLabels: labels })

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: z.union([port, name]) }),
  initialDelaySeconds: seconds.optional(),
  periodSeconds: seconds.optional(),
  timeoutSeconds: seconds.optional(),
  failureThreshold: z.int().min(1).optional(),
})

const container = z.strictObject({
  name,
  image: z.string().min(1),
  args: z.array(z.string()),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.boolean(),
    capabilities: z.strictObject({ drop: z.array(z.string()) }),
  }),
  // Values of variables are text there: a bare number is refused.
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name }) })),
  ports: z.array(z.strictObject({ name, containerPort: port })),
  readinessProbe: probe,
  livenessProbe: probe,
  lifecycle: z
    .strictObject({
      preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()).min(1) }) }),
    })
    .optional(),
})

const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({
    replicas: z.int().min(0),
    selector,
    strategy: z.strictObject({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.strictObject({ maxUnavailable: countOrShare, maxSurge: countOrShare }),
    }),
    template: z.strictObject({
      metadata: z.strictObject({ labels }),
      spec: z.strictObject({
        terminationGracePeriodSeconds: seconds,
        securityContext: z.strictObject({
          runAsNonRoot: z.boolean(),
          runAsUser: seconds,
          runAsGroup: seconds,
          fsGroup: seconds,
        }),
        containers: z.array(container).min(1),
      }),
    }),
  }),
})

const service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata,
  spec: z.strictObject({
    selector: labels,
    ports: z.array(z.strictObject({ name, port, targetPort: z.union([port, name]) })).min(1),
  }),
})

const disruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata,
  // A budget has one of the two.
  spec: z.union([
    z.strictObject({ minAvailable: countOrShare, selector }),
    z.strictObject({ maxUnavailable: countOrShare, selector }),
  ]),
})

export const KUBERNETES_SCHEMA = z.discriminatedUnion('kind', [deployment, service, disruptionBudget])

const composeService = z.strictObject({
  image: z.string(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  command: z.array(z.string()).optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+(s|m)$/)
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  deploy: z.strictObject({ replicas: z.int().min(0) }).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: z.string().regex(/^\d+s$/),
      timeout: z.string().regex(/^\d+s$/),
      retries: z.int().min(1),
      start_period: z
        .string()
        .regex(/^\d+s$/)
        .optional(),
    })
    .optional(),
})

/** A Compose file, after its merge keys; names that begin with `x-` are its own fragments. */
export const COMPOSE_SCHEMA = z
  .object({
    services: z.record(name, composeService),
    volumes: z.record(z.string(), z.null()).optional(),
  })
  .catchall(z.unknown())
  .refine((file) =>
    Object.keys(file).every((key) => ['services', 'volumes'].includes(key) || key.startsWith('x-')),
  )
