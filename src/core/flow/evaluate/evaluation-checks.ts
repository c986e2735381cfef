import { z } from 'zod'
import { problemText } from '../../input/input-problem.ts'
import { MODEL_NAME } from '../../model.ts'
import { parsePattern } from '../expressions/patterns.ts'

const text = z.string().trim().min(1).max(1_000)
const nodeId = z.string().min(1).max(64)
/** Of replies that came after this step of the script, counted from 1; of all where it is left out. */
const from = z.number().int().min(1).max(200).optional()

/** One thing that must hold of a conversation that was played. */
export const evaluationCheck = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), text, from }),
  z.strictObject({ kind: z.literal('lacks'), text, from }),
  z.strictObject({
    kind: z.literal('matches'),
    pattern: text.refine(
      (pattern) => parsePattern(pattern).ok,
      problemText('OF_OTHER_FORM', { format: 'regex' }),
    ),
    from,
  }),
  z.strictObject({
    kind: z.literal('length'),
    least: z.number().int().min(0).optional(),
    most: z.number().int().min(1).optional(),
    from,
  }),
  z.strictObject({ kind: z.literal('route'), node: nodeId, exit: z.string().min(1).max(80) }),
  z.strictObject({
    kind: z.literal('field'),
    var: z.string().min(1).max(64),
    path: z.string().max(200).optional(),
    equals: z.unknown(),
  }),
  z.strictObject({ kind: z.literal('source'), title: text }),
  z.strictObject({ kind: z.literal('state'), state: z.string().min(1).max(20) }),
  z.strictObject({
    kind: z.literal('judge'),
    rubric: z.string().trim().min(1).max(4_000),
    model: z.string().regex(MODEL_NAME).default('default'),
    /** The least score, of 0 to 10. */
    pass: z.number().int().min(1).max(10).default(7),
  }),
])
export type EvaluationCheck = z.output<typeof evaluationCheck>

export const MAX_CHECKS = 20

/** What a case holds for evaluations under `evaluation`; without it only that nothing goes wrong is looked at. */
const evaluationPart = z.strictObject({ checks: z.array(evaluationCheck).max(MAX_CHECKS).default([]) })

export type ChecksResult = { ok: true; checks: EvaluationCheck[] } | { ok: false; message: string }

/** The checks of a case; none where it has none. */
export function readEvaluationChecks(document: Readonly<Record<string, unknown>>): ChecksResult {
  if (document.evaluation === undefined) return { ok: true, checks: [] }
  const parsed = evaluationPart.safeParse(document.evaluation)
  if (parsed.success) return { ok: true, checks: parsed.data.checks }
  const [issue] = parsed.error.issues
  return { ok: false, message: `evaluation.${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` }
}
