import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { refusal } from '../../core/errors.ts'
import { compareEvaluations, readEvaluationChecks } from '../../core/flow/index.ts'
import type { Database } from '../../db/client.ts'
import { addJob } from '../../db/jobs/jobs.ts'
import type { FlowService } from '../flows/index.ts'
import type { Models } from '../models/index.ts'
import { EVALUATION_QUEUE, EVALUATION_TASK, type EvaluationDocument } from './runner.ts'
import { type EvaluationRow, evaluationStore, type ItemRow } from './store.ts'

type EvaluationHandlers = Handlers['evaluations']
type Evaluation = Awaited<ReturnType<EvaluationHandlers['start']>>
type Item = Awaited<ReturnType<EvaluationHandlers['get']>>['items'][number]
type StartInput = Parameters<EvaluationHandlers['start']>[0]

/** Of all flows of one person, under way or waiting. */
const MAX_OPEN = 5
/** Of one flow, beside those under way. */
const MAX_KEPT = 30

export interface EvaluationDeps {
  db: Database
  newId(): string
  flows: Pick<FlowService, 'read' | 'readEvaluated'>
  models: Pick<Models, 'refuseUse'>
}

const toEvaluation = ({ createdAt, startedAt, endedAt, ...row }: EvaluationRow): Evaluation => ({
  ...row,
  createdAt: createdAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
})

function toItem({ n: _n, result, ...row }: ItemRow): Item {
  const { problem = null, checks = [], lines = [], refused = [] } = result ?? {}
  return { ...row, problem, checks, lines, refused }
}

/** The models that may be asked, judges included, and whether documents are looked in. */
function listUse({ flows, cases }: EvaluationDocument): { names: string[]; findsDocuments: boolean } {
  const data = Object.values(flows).flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      const [type, own] = Array.isArray(node) ? [node[1], node[2]] : [node.type, node.data]
      return type === 'ai'
        ? [(own ?? {}) as { model?: string; knowledge?: unknown; tools?: { kind?: string }[] }]
        : []
    }),
  )
  const judges = cases.flatMap(({ checks }) =>
    checks.flatMap((check) => (check.kind === 'judge' ? [check.model] : [])),
  )
  return {
    names: [...data.map(({ model = 'default' }) => model), ...judges],
    findsDocuments: data.some(
      ({ knowledge, tools = [] }) =>
        knowledge !== undefined || tools.some(({ kind }) => kind === 'knowledge'),
    ),
  }
}

const missing = () => refusal('NOT_FOUND', 'EVALUATION_UNKNOWN', {})

/** What is played, with the checks of each conversation; refused where there is nothing, or checks that cannot be read. */
async function readDocument(
  { flows }: EvaluationDeps,
  { flowId, version, caseIds, checks, limits }: StartInput,
  owner: CallContext['owner'],
): Promise<{ document: EvaluationDocument; items: { key: string; title: string }[] }> {
  const { flows: played, cases } = await flows.readEvaluated(flowId, owner, { version, caseIds })
  const chosen = cases.slice(0, limits.items)
  if (chosen.length === 0) throw refusal('BAD_REQUEST', 'EVALUATION_WITHOUT_CASES', {})
  const ready = chosen.map(({ flowCase, document }) => {
    const own = readEvaluationChecks(document)
    if (!own.ok) throw refusal('BAD_REQUEST', 'TEST_CASE_UNREADABLE', { why: 'form', words: own.message })
    return { flowCase, checks: [...own.checks, ...checks] }
  })
  const items = chosen.map(({ caseId, title }) => ({ key: caseId, title }))
  return { document: { flows: played, cases: ready }, items }
}

export function createEvaluationHandlers(deps: EvaluationDeps): EvaluationHandlers {
  const { db, newId, flows, models } = deps
  const read = async (flowId: string, id: string) => {
    const row = await evaluationStore.read(db, flowId, id)
    if (!row) throw missing()
    return row
  }
  return {
    async start(input, { owner, principal }) {
      const { flowId, version, answers, limits } = input
      const { document, items } = await readDocument(deps, input, owner)
      if (answers === 'model') await models.refuseUse(principal, owner, listUse(document))
      const id = newId()
      await db.transaction(async (tx) => {
        if ((await evaluationStore.countOpen(tx, owner)) >= MAX_OPEN)
          throw refusal('CONFLICT', 'TOO_MANY_EVALUATIONS', { most: MAX_OPEN })
        await evaluationStore.dropOld(tx, flowId, MAX_KEPT)
        const row = { id, flowId, version: version ?? null, answers, limits, doc: JSON.stringify(document) }
        await evaluationStore.insert(tx, row, items)
        await addJob(tx, EVALUATION_TASK, { evaluationId: id }, { queueName: EVALUATION_QUEUE })
      })
      return toEvaluation(await read(flowId, id))
    },
    async list({ flowId }, { owner }) {
      await flows.read(flowId, owner)
      return (await evaluationStore.list(db, flowId)).map(toEvaluation)
    },
    async get({ flowId, id }, { owner }) {
      await flows.read(flowId, owner)
      const row = await read(flowId, id)
      return { ...toEvaluation(row), items: (await evaluationStore.readItems(db, id)).map(toItem) }
    },
    async compare({ flowId, id, withId }, { owner }) {
      await flows.read(flowId, owner)
      const [after, before] = [await read(flowId, id), await read(flowId, withId)]
      const [now, then] = await Promise.all([id, withId].map((of) => evaluationStore.readItems(db, of)))
      const items = compareEvaluations((then ?? []).map(toItem), (now ?? []).map(toItem))
      return { before: toEvaluation(before), after: toEvaluation(after), items }
    },
    async cancel({ flowId, id }, { owner }) {
      await flows.read(flowId, owner)
      await read(flowId, id)
      if (!(await evaluationStore.cancel(db, flowId, id))) throw refusal('CONFLICT', 'EVALUATION_ENDED', {})
      return toEvaluation(await read(flowId, id))
    },
    async delete({ flowId, id }, { owner }) {
      await flows.read(flowId, owner)
      if (!(await evaluationStore.delete(db, flowId, id))) throw missing()
      return { success: true }
    },
  }
}
