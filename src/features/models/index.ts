export type { ModelResult } from './answer.ts'
export type { ModelCall, ModelOutcome } from './ask.ts'
export { Models } from './models.ts'
export type { SaidLine, ShownDocument } from './prompt.ts'
