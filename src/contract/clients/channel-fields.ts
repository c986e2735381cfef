import { z } from 'zod'
import type { Address } from '../../core/addresses.ts'
import { problemText } from '../../core/input/input-problem.ts'

export const CHANNEL_ROLES = ['owner', 'admin', 'subscriber', 'guest'] as const
export const CHANNEL_REACTIONS = ['all', 'basic', 'none', 'blocklist'] as const

export const ReactionCount = z.object({ emoji: z.string(), count: z.int() })

export const channelJid = z
  .string()
  .max(64)
  .regex(/^\d{5,25}@newsletter$/, problemText('NO_CHANNEL_ADDRESS'))
  .transform((text) => text as Address)
  .describe('Address of the channel, `<id>@newsletter`.')
