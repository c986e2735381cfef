import { z } from 'zod'
import { finding, findingText } from '../../findings.ts'
import { commonFields, defineNode, OUT } from '../node-type.ts'

const TYPE = 'trigger.main_menu'

const schema = z.strictObject({
  ...commonFields,
  keywords: z
    .array(
      z
        .string()
        .max(40, findingText('MENU_KEYWORD_TOO_LONG'))
        .refine((value) => value.trim() !== '', findingText('KEYWORD_BLANK')),
    )
    .max(50)
    .default(['menu', '0']),
  catchAll: z.boolean().default(false),
})

/** Makes the flow usable as a client's main menu. */
export const triggerMainMenu = defineNode({
  type: TYPE,
  group: 'trigger',
  schema,
  docs: {
    summary:
      "Entry of the client's main menu: its keywords work anywhere; with catchAll it also takes what nothing else took.",
    sample: { keywords: ['menu', '0'], catchAll: true },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  check: (_data, flow) =>
    flow.nodes.filter((node) => node.type === TYPE).length > 1 ? [finding('MAIN_MENU_TWICE')] : [],
  trigger: (data) => ({ kind: 'main_menu', keywords: data.keywords, catchAll: data.catchAll }),
  execute: () => ({ kind: 'follow', handle: 'out', outcome: 'triggered' }),
})
