import { z } from 'zod'
import { clientId } from './fields.ts'
import { extension } from './operation.ts'
import { NumberCheck } from './resources.ts'

const check = extension(
  'contacts',
  'Find out which phone numbers are on the network',
  'Answers in the order asked.',
)
  .input(
    z.strictObject({
      clientId,
      phoneNumbers: z
        .array(
          z
            .string()
            .regex(/^\+?[\d\s().-]{6,30}$/, { error: 'This is not a phone number with country code.' }),
        )
        .min(1)
        .max(50),
    }),
  )
  .output(z.object({ contacts: z.array(NumberCheck) }))

export const contacts = { check }
