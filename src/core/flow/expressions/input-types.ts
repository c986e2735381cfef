import { toNumber } from './conditions.ts'
import { parseDateText } from './time/dates.ts'

export const INPUT_TYPES = ['string', 'number', 'boolean', 'date', 'list', 'object'] as const
export type InputType = (typeof INPUT_TYPES)[number]

/** What a flow that is called or started takes. */
export interface ApiInput {
  name: string
  type: InputType
  required: boolean
  default?: unknown
}

/** A value as the type an input declares, or undefined when it cannot be read as one. */
export function toInputType(value: unknown, type: InputType): unknown {
  switch (type) {
    case 'number':
      return toNumber(value) ?? undefined
    case 'boolean':
      return toBoolean(value)
    case 'date':
      return toDate(value)
    case 'list':
      return Array.isArray(value) ? value : undefined
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
    default:
      return typeof value === 'object' ? undefined : String(value)
  }
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 1 || value === '1') return true
  return value === 'false' || value === 0 || value === '0' ? false : undefined
}

function toDate(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return Number.isNaN(Date.parse(value)) ? undefined : value
  return parseDateText(value, 'en') ?? undefined
}
