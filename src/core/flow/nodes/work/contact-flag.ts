import { z } from 'zod'
import { commonFields, defineNode, NEXT, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  flag: z.enum(['favourite', 'blacklist']),
  value: z.boolean().default(true),
})

/**
 * Marks the contact. Blacklisting ends this run as cancelled, with what it already said still sent, and removes the
 * contact's parked runs; nothing answers the contact afterwards.
 */
export const contactFlag = defineNode({
  type: 'contact.flag',
  group: 'action',
  schema,
  docs: {
    summary: 'Marks the contact as favourite, or blacklists them: the run ends and no flow answers any more.',
    sample: { flag: 'blacklist', value: true },
  },
  hasInput: true,
  waits: false,
  handles: (data) => (data.flag === 'blacklist' && data.value ? [] : [OUT]),
  execute: (data, step) => {
    step.setFlag(data.flag, data.value)
    return data.flag === 'blacklist' && data.value ? { kind: 'cancel' } : NEXT
  },
})
