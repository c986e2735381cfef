import {
  DEFAULT_EMBEDDING_LIMITS,
  DEFAULT_LIMITS,
  MAX_AT_ONCE,
  MODEL_NAME,
  type ModelKind,
  type ModelLimits,
  type ModelProvider,
} from '../../../core/model.ts'
import type { Model, ModelInput } from './model-data.ts'

export const LIMIT_SCOPES = ['run', 'contact', 'day'] as const
export const LIMIT_MEASURES = ['calls', 'tokens', 'seconds', 'cost'] as const

/** The name of the field of one limit. */
export const limitField = (scope: string, measure: string): string => `limit.${scope}.${measure}`

/** What a limit is before anybody changes it. */
export function limitOf(
  model: Pick<Model, 'limits'> | null,
  scope: (typeof LIMIT_SCOPES)[number],
  measure: (typeof LIMIT_MEASURES)[number],
  kind: ModelKind = 'chat',
): string {
  const defaults = kind === 'embedding' ? DEFAULT_EMBEDDING_LIMITS : DEFAULT_LIMITS
  const limits: ModelLimits = model?.limits ?? defaults
  return String(limits[scope]?.[measure] ?? '')
}

export interface WrongFields {
  name?: 'wrong' | 'taken'
  modelId?: 'missing'
}

const numberOf = (value: string): number | null => {
  const number = Number(value.replace(',', '.'))
  return value.trim() === '' || !Number.isFinite(number) ? null : number
}

/** What was filled in, and what is wrong with it; what the service knows better is left to it. */
export function readModelForm(
  read: (field: string) => string,
  taken: readonly string[],
): { input: ModelInput; wrong: WrongFields } {
  const name = read('name').trim()
  const modelId = read('modelId').trim()
  const baseUrl = read('baseUrl').trim()
  const wrong: WrongFields = {
    ...(taken.includes(name) && { name: 'taken' as const }),
    ...(!MODEL_NAME.test(name) && { name: 'wrong' as const }),
    ...(modelId === '' && { modelId: 'missing' as const }),
  }
  const atOnce = numberOf(read('atOnce'))
  const kind: ModelKind = read('kind') === 'embedding' ? 'embedding' : 'chat'
  const bounds = Object.fromEntries(
    LIMIT_SCOPES.map((scope) => [
      scope,
      Object.fromEntries(
        LIMIT_MEASURES.map((measure) => [measure, numberOf(read(limitField(scope, measure)))]),
      ),
    ]),
  )
  return {
    wrong,
    input: {
      name,
      kind,
      modelId,
      dimensions: kind === 'embedding' ? numberOf(read('dimensions')) : null,
      limits: {
        ...bounds,
        atOnce: atOnce === null ? null : Math.min(MAX_AT_ONCE, Math.max(1, Math.round(atOnce))),
      },
      provider: read('provider') as ModelProvider,
      ...(baseUrl !== '' && { baseUrl }),
      secret: read('secret') || null,
      inputPrice: numberOf(read('inputPrice')),
      outputPrice: numberOf(read('outputPrice')),
    },
  }
}
