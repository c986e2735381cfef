import type { Dates } from './date-words.ts'
import { useLanguage } from './language.tsx'

/** Words for moments, in the present language. */
export const useDates = (): Dates => useLanguage().dates
