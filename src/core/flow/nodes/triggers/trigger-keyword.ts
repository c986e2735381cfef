import { z } from 'zod'
import { findingText } from '../../findings.ts'
import { commonFields, defineNode, OUT, type TextField } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  values: z
    .array(
      z
        .string()
        .max(500)
        .refine((value) => value.trim() !== '', findingText('KEYWORD_BLANK')),
    )
    .min(1, findingText('KEYWORDS_MISSING'))
    .max(50, findingText('KEYWORDS_TOO_MANY')),
  mode: z.enum(['exact', 'word', 'starts_with', 'contains', 'regex']).default('exact'),
  caseSensitive: z.boolean().default(false),
  foldAccents: z.boolean().default(true),
  tolerant: z.boolean().default(false),
  scope: z.enum(['dm', 'group', 'all']).default('dm'),
  priority: z.number().int().min(-100).max(100).default(0),
  interrupt: z.boolean().default(false),
  cooldownSec: z.number().min(0).default(0),
  duringHandoff: z.boolean().default(false),
})

/** Starts the flow when a message is, contains or matches one of its keywords. */
export const triggerKeyword = defineNode({
  type: 'trigger.keyword',
  group: 'trigger',
  schema,
  docs: {
    summary:
      'Starts the flow when a message is one of its keywords; accents, case and edge punctuation do not matter.',
    sample: { values: ['order', 'pedido'], mode: 'word' },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  texts: (data): TextField[] =>
    data.mode === 'regex'
      ? data.values.map((text, index) => ({
          path: `values.${index}`,
          text,
          kind: 'pattern',
          caseSensitive: data.caseSensitive,
        }))
      : [],
  trigger: ({ label: _label, notes: _notes, v: _v, values, ...rule }) => ({
    kind: 'keyword',
    keywords: values,
    ...rule,
  }),
  execute: () => ({ kind: 'follow', handle: 'out', outcome: 'triggered' }),
})
