export type { ModelCall, ModelOutcome } from './ask.ts'
export { createModels, type ModelStanding, type Models, type ModelsDeps } from './models.ts'
export type { SaidLine } from './prompt.ts'
export type { OpenModel } from './providers.ts'
