import { foldText } from '../../fold.ts'
import { requireShort, requireTextLength, requireWhole, toText } from '../values.ts'
import { defineFunction, type FormulaFunction } from './function-type.ts'

export const TEXT_FUNCTIONS: readonly FormulaFunction[] = [
  defineFunction('text(value)', ([value]) => toText(value)),
  defineFunction('upper(text)', ([text]) => toText(text).toUpperCase()),
  defineFunction('lower(text)', ([text]) => toText(text).toLowerCase()),
  defineFunction('trim(text)', ([text]) => toText(text).trim()),
  defineFunction('length(text)', ([value]) =>
    Array.isArray(value) ? value.length : [...toText(value)].length,
  ),
  defineFunction('slice(text, from, to?)', ([value, from, to]) => {
    const end = to === undefined ? undefined : requireWhole(to)
    if (Array.isArray(value)) return value.slice(requireWhole(from), end)
    // By letters as people see them in a number of a text: an emoji of two code units is one.
    return [...toText(value)].slice(requireWhole(from), end).join('')
  }),
  defineFunction('split(text, by)', ([text, by]) => {
    const separator = toText(by)
    const parts = separator === '' ? [...toText(text)] : toText(text).split(separator)
    return requireShort(parts)
  }),
  defineFunction('replace(text, find, with)', ([text, find, other]) => {
    const found = toText(find)
    if (found === '') return toText(text)
    const parts = toText(text).split(found)
    requireTextLength(toText(text).length + (parts.length - 1) * (toText(other).length - found.length))
    return parts.join(toText(other))
  }),
  defineFunction('contains(value, part)', ([value, part], call) => {
    if (!Array.isArray(value)) return foldText(toText(value)).includes(foldText(toText(part)))
    call.spend(value.length)
    return value.some((item) => foldText(toText(item)) === foldText(toText(part)))
  }),
  defineFunction('starts_with(text, part)', ([text, part]) =>
    foldText(toText(text)).startsWith(foldText(toText(part))),
  ),
  defineFunction('ends_with(text, part)', ([text, part]) =>
    foldText(toText(text)).endsWith(foldText(toText(part))),
  ),
]
