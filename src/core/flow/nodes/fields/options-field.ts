import { z } from 'zod'
import { findingText } from '../../findings.ts'
import { MAX_POLL_OPTION_CHARS, MAX_POLL_OPTIONS } from '../../limits.ts'
import type { HandleSpec, TextField } from '../node-type.ts'
import { requiredText, templateField } from './text-field.ts'

/** An option that is always offered. */
export const optionSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, findingText('NO_OPTION_ID')),
  label: requiredText(200),
  aliases: z.array(requiredText(200)).max(20).default([]),
})
export type Option = z.output<typeof optionSchema>

/** Each option leads somewhere of its own. */
export const optionHandles = (options: readonly Option[]): HandleSpec[] =>
  options.map(({ id, label }) => ({ id: optionHandle(id), label, optional: false, unconnected: 'complete' }))

export const optionHandle = (id: string): string => `opt:${id}`

/** Only labels are shown, so they alone are templates. */
export const optionTexts = (options: readonly Option[]): TextField[] =>
  options.flatMap(({ label }, index) => templateField(`options.${index}.label`, label))

/** Whether a poll can hold these labels as they are shown: 2 to 12, none blank, too long or there twice. */
export function fitsPoll(labels: readonly string[]): boolean {
  const count = labels.length
  if (count < 2 || count > MAX_POLL_OPTIONS || new Set(labels).size !== count) return false
  return labels.every((label) => label.trim() !== '' && label.length <= MAX_POLL_OPTION_CHARS)
}
