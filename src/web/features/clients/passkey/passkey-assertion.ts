import type { api } from '../../../app/api.ts'

export type Assertion = Parameters<typeof api.worker.passkey.answer>[0]['assertion']

/** The shape is the service's to judge; here only what is no assertion at all is told apart. */
export function toAssertion(value: unknown): Assertion | null {
  return typeof value === 'object' && value !== null && 'response' in value ? (value as Assertion) : null
}

/** Null also for what was copied in part. */
export function readAssertion(text: string): Assertion | null {
  try {
    return toAssertion(JSON.parse(text))
  } catch {
    return null
  }
}
