import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type OwnerId, toOwner } from '../../src/contract/handlers.ts'
import type { RunContext } from '../../src/core/flow/run.ts'

/** Inserts a person who owns things; answers the id. */
export async function insertUser(
  pool: Pool,
  fields: { plan?: 'free' | 'pro'; role?: string } = {},
): Promise<OwnerId> {
  const id = toOwner(randomUUID())
  await pool.query('insert into "user" (id, name, email, plan, role) values ($1, $2, $3, $4, $5)', [
    id,
    'Test',
    `${id}@example.org`,
    fields.plan ?? 'free',
    fields.role ?? 'user',
  ])
  return id
}

/** A person in their first workspace, as keys are made for. */
export const inOwnWorkspace = (userId: string) => ({ userId, workspaceId: userId })

/** Inserts a client of a user (of a new one when none is given); answers its id. */
export async function insertClient(
  pool: Pool,
  fields: {
    userId?: string
    desired?: 'running' | 'stopped'
    address?: string
    lid?: string
    network?: 'sandbox' | 'whatsapp'
  } = {},
): Promise<string> {
  const id = randomUUID()
  const userId = fields.userId ?? (await insertUser(pool))
  await pool.query(
    `insert into client (id, user_id, name, network, worker_desired_state, address, lid) values ($1, $2, 'Shop', $6, $3, $4, $5)`,
    [
      id,
      userId,
      fields.desired ?? 'stopped',
      fields.address ?? null,
      fields.lid ?? null,
      fields.network ?? 'sandbox',
    ],
  )
  return id
}

/** What is stored of a run that has only begun. */
export function buildRunContext(flowVersionId: string): string {
  const brakes: RunContext['brakes'] = { events: 0, steps: 0, timeoutsInRow: 0, recentInboundAt: [] }
  const wait: RunContext['wait'] = null
  const context = {
    vars: {},
    wait,
    visits: {},
    trigger: null,
    last: null,
    stack: [],
    flowVersionId,
    buffered: [],
    brakes,
  }
  return JSON.stringify(context satisfies RunContext)
}
