import { z } from 'zod'
import { ONLINE_CHOICES } from '../../core/client/online-choice.ts'

export const Online = z
  .enum(ONLINE_CHOICES)
  .describe(
    'When the account is online. Meanwhile its phone shows no notifications; only then presence of contacts is told.',
  )
