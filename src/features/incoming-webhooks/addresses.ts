import type { Executor } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { randomToken, sha256 } from '../../platform/secrets.ts'
import { ADD_ADDRESS, LIST_ADDRESSES, RENEW_ADDRESS, type WebhookAddressRow } from './store.ts'

/** Paths at which other systems call triggers of flows; the token follows. */
export const INCOMING_PATH = '/api/hooks/'

export interface WebhookAddress {
  nodeId: string
  /** What follows the address of the service. */
  path: string
  createdAt: string
}

/** What a sealed token belongs to. */
export const incomingTokenContext = (flowId: string, nodeId: string): string =>
  `incoming-webhook:${flowId}:${nodeId}`

/**
 * The addresses of the triggers of flows. Each is made when its flow is published first and stays, whatever is published after,
 * until another is made in its place. Tokens are found by their hash, and sealed for who looks the address up again.
 */
export class WebhookAddresses {
  readonly #db: Executor
  readonly #box: SecretBox

  constructor({ db, box }: { db: Executor; box: SecretBox }) {
    this.#db = db
    this.#box = box
  }

  /** In the transaction of a publish. */
  async ensure(tx: Executor, flowId: string, nodeIds: readonly string[]): Promise<void> {
    for (const nodeId of nodeIds) await tx.query(ADD_ADDRESS, this.#make(flowId, nodeId))
  }

  async list(flowId: string): Promise<WebhookAddress[]> {
    const rows = await this.#db.query(LIST_ADDRESSES, [flowId])
    return rows.map((row) => this.#toAddress(flowId, row))
  }

  /** Makes the address anew; the one before answers no more. */
  async renew(flowId: string, nodeId: string): Promise<WebhookAddress> {
    const row = await this.#db.queryOne(RENEW_ADDRESS, this.#make(flowId, nodeId))
    if (!row) throw new Error('the address was not written')
    return this.#toAddress(flowId, row)
  }

  #make(flowId: string, nodeId: string): unknown[] {
    const token = randomToken()
    return [flowId, nodeId, sha256(token), this.#box.seal(token, incomingTokenContext(flowId, nodeId))]
  }

  #toAddress(flowId: string, { nodeId, sealedToken, createdAt }: WebhookAddressRow): WebhookAddress {
    const token = this.#box.open(sealedToken, incomingTokenContext(flowId, nodeId))
    return { nodeId, path: `${INCOMING_PATH}${token}`, createdAt: createdAt.toISOString() }
  }
}
