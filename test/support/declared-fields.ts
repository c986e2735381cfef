import type { $ZodType, $ZodTypes } from 'zod/v4/core'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Where an answer and its schema differ in fields: declared ones that are missing and undeclared ones that are there.
 * Fields declared optional may be missing, and open objects (`+extra`) may carry more.
 */
export function findFieldGaps(schema: $ZodType, value: unknown, at = 'answer'): string[] {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'nullable':
      return value === null ? [] : findFieldGaps(def.innerType, value, at)
    case 'optional':
      return value === undefined ? [] : findFieldGaps(def.innerType, value, at)
    case 'default':
      return findFieldGaps(def.innerType, value, at)
    case 'array':
      if (!Array.isArray(value)) return [`${at}: is no list`]
      return value.flatMap((item, index) => findFieldGaps(def.element, item, `${at}.${index}`))
    case 'object':
      return findObjectGaps(def, value, at)
    default:
      return []
  }
}

function findObjectGaps(
  { shape, catchall }: { shape: Readonly<Record<string, $ZodType>>; catchall?: $ZodType | undefined },
  value: unknown,
  at: string,
): string[] {
  if (!isRecord(value)) return [`${at}: is no object`]
  const undeclared = catchall ? [] : Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
  const declared = Object.entries(shape).flatMap(([name, field]) => {
    const isOptional = (field as $ZodTypes)._zod.def.type === 'optional'
    if (Object.hasOwn(value, name)) return findFieldGaps(field, value[name], `${at}.${name}`)
    return isOptional ? [] : [`${at}.${name}: is missing`]
  })
  return [...undeclared.map((name) => `${at}.${name}: is not declared`), ...declared]
}
