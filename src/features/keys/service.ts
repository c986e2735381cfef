import type { z } from 'zod'
import type { ApiKey } from '../../contract/resources.ts'
import { missing, refusal } from '../../core/errors.ts'
import { newId } from '../../platform/ids.ts'
import { generateKey, hashKey, KEY_PREFIX } from './key-format.ts'
import {
  type KeyLimits,
  type KeyOwner,
  type KeyReach,
  type KeyRow,
  type KeyStore,
  TIER_LIMITS,
} from './store.ts'

export type KeyResource = z.infer<typeof ApiKey>

const toResource = ({ plan, ...row }: KeyRow, limits: KeyLimits): KeyResource => ({
  ...row,
  limit: limits[plan],
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})

/** What a key is limited to; what is left out or null does not limit it. */
export interface KeyScope {
  scopes?: readonly string[] | null | undefined
  clientIds?: readonly string[] | null | undefined
  expiresAt?: string | null | undefined
}

function parseExpiry(expiresAt: string | null | undefined, nowMs: number): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  const at = new Date(expiresAt)
  if (at.getTime() > nowMs) return at
  throw refusal('BAD_REQUEST', 'KEY_EXPIRY_PAST', {}, { path: 'expiresAt' })
}

/** Life of keys, for API and command line alike. */
export function createKeyService(store: KeyStore, limits: KeyLimits = TIER_LIMITS) {
  return {
    /** The only moment the key's value exists outside of its holder: it is not kept and cannot be shown again. */
    async create(
      owner: KeyOwner,
      name: string,
      scope: KeyScope = {},
    ): Promise<KeyResource & { key: string }> {
      const key = generateKey()
      const row = await store.insert({
        id: newId(),
        userId: owner.userId,
        workspaceId: owner.workspaceId,
        name,
        hash: hashKey(key),
        prefix: KEY_PREFIX,
        lastFour: key.slice(-4),
        expiresAt: parseExpiry(scope.expiresAt, Date.now()),
        scopes: scope.scopes ? [...new Set(scope.scopes)] : null,
        clientIds: scope.clientIds ? [...new Set(scope.clientIds)] : null,
      })
      if (!row) throw missing('client')
      return { ...toResource(row, limits), key }
    },

    async list(owner: KeyReach): Promise<KeyResource[]> {
      return (await store.list(owner)).map((row) => toResource(row, limits))
    },

    /** From the next call on the key is refused by every process. Revoking twice changes nothing. */
    async revoke(owner: KeyReach, id: string): Promise<KeyResource> {
      const row = await store.revoke(id, owner)
      if (!row) throw missing('key')
      return toResource(row, limits)
    },
  }
}

export type KeyService = ReturnType<typeof createKeyService>
