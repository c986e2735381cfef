import { z } from 'zod'

/**
 * What is known here of somebody's picture, or a group's; null where nobody asked for it. `hidden`: the account may not see it, or
 * whether there is one; `unknown`: the network was asked and gave no answer. `url` is where this server has a small one, for who
 * may read chats, and `due` says whether `contacts.profilePicture` would ask the network. It stands in many answers, so it is short.
 */
export const KnownPicture = z
  .object({
    state: z.enum(['found', 'none', 'hidden', 'unknown']),
    id: z.string().nullable(),
    url: z.string().nullable(),
    due: z.boolean(),
  })
  .nullable()
