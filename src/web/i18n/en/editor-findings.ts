/**
 * What the validator says in another language: its own sentence with {} for what varies, and the same in that
 * language. English is what the validator speaks.
 */
export const findings: readonly (readonly [english: string, translated: string])[] = []
