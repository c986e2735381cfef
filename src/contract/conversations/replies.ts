import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { REPLY_SHORTCUT } from './reply-shortcut.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const MAX_REPLY_CHARS = 4_096

const shape = {
  title: z.string().trim().min(1).max(100),
  shortcut: z
    .string()
    .trim()
    .toLowerCase()
    .regex(REPLY_SHORTCUT, problemText('NO_SHORTCUT'))
    .describe('What is typed after `/`; each is there once, whatever its case.'),
  text: z
    .string()
    .max(MAX_REPLY_CHARS)
    .describe(
      'With `{{ contact.name }}`, `{{ contact.phone }}`, `{{ contact.fields.NAME }}` and `{{ agent.name }}`, which the inbox fills in before a person sends it.',
    ),
  assetId: resourceId.nullable().default(null).describe('A kept file that goes along.'),
}

const Reply = z.object({
  id: z.string(),
  title: z.string(),
  shortcut: z.string(),
  text: z.string(),
  file: z
    .object({ assetId: z.string(), mimetype: z.string(), fileName: z.string().nullable(), url: z.string() })
    .nullable(),
  updatedAt: timestamp,
})

/** Nothing to send is no reply. */
const hasContent = ({ text, assetId }: { text: string; assetId: string | null }): boolean =>
  text.trim() !== '' || assetId !== null

/** Texts that people of a workspace send again and again. */
export const replies = {
  list: defineOperation({
    name: 'replies.list',
    summary: 'List the canned replies of the workspace by shortcut',
    scope: 'chat:read',
    // They are everybody's who talks, also of who sees some clients only.
    reach: 'none',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Reply),
  }),
  create: defineOperation({
    name: 'replies.create',
    summary: 'Add a canned reply',
    scope: 'chat:write',
    reach: 'account',
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject(shape).refine(hasContent, { path: ['text'], error: problemText('EMPTY') }),
    output: Reply,
  }),
  update: defineOperation({
    name: 'replies.update',
    summary: 'Change a canned reply',
    description: 'All of it is given anew.',
    scope: 'chat:write',
    reach: 'account',
    effect: 'writes',
    audited: true,
    extension: true,
    input: z
      .strictObject({ id: resourceId, ...shape })
      .refine(hasContent, { path: ['text'], error: problemText('EMPTY') }),
    output: Reply,
  }),
  delete: defineOperation({
    name: 'replies.delete',
    summary: 'Delete a canned reply',
    scope: 'chat:write',
    reach: 'account',
    effect: 'destroys',
    audited: true,
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
}
