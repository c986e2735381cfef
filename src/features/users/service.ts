import { type Refusal, refusal } from '../../core/errors.ts'
import { newId } from '../../platform/ids.ts'
import { hashPassword } from './password.ts'
import type { UserRow, UserStore } from './store.ts'

export const MIN_PASSWORD_CHARS = 8
export const MAX_PASSWORD_CHARS = 128

const EMAIL = /^[^\s@]+@[^\s@]+$/

export interface CreateUserInput {
  email: string
  password: string
  name?: string
  admin?: boolean
  plan?: 'free' | 'pro'
}

const normalizeEmail = (email: string): string => email.trim().toLowerCase()

const noAccount = (email: string): Refusal => refusal('NOT_FOUND', 'NO_ACCOUNT', { email })

/** People as administrators see them; people sign themselves in through `createSignIn`. */
export function createUserService(store: UserStore) {
  return {
    async create(input: CreateUserInput): Promise<UserRow> {
      const email = normalizeEmail(input.email)
      if (!EMAIL.test(email)) throw refusal('BAD_REQUEST', 'EMAIL_INVALID', { email: input.email })
      const { length } = input.password
      if (length < MIN_PASSWORD_CHARS || length > MAX_PASSWORD_CHARS) {
        const bounds = { least: MIN_PASSWORD_CHARS, most: MAX_PASSWORD_CHARS }
        throw refusal('BAD_REQUEST', 'PASSWORD_LENGTH', bounds)
      }
      const id: string = newId()
      const user = await store.insert({
        id,
        accountId: newId(),
        email,
        name: input.name ?? email.slice(0, email.indexOf('@')),
        role: input.admin ? 'admin' : 'user',
        plan: input.plan ?? 'free',
        passwordHash: await hashPassword(input.password),
      })
      if (!user) throw refusal('CONFLICT', 'EMAIL_TAKEN', { email })
      return user
    },

    /** With the workspace that commands for this person work in. */
    async findByEmail(email: string): Promise<UserRow & { workspaceId: string }> {
      const user = await store.find(normalizeEmail(email))
      if (!user) throw noAccount(email)
      return user
    },

    /** Applies to all of the person's keys from the next call on. */
    async changePlan(email: string, plan: 'free' | 'pro'): Promise<UserRow> {
      const user = await store.writePlan(normalizeEmail(email), plan)
      if (!user) throw noAccount(email)
      return user
    },
  }
}

export type UserService = ReturnType<typeof createUserService>
