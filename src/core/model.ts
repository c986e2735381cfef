/** What a model is called that a person has set up; its server and its key are kept there and not in flows. */
export const MODEL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** How a model's server is spoken to. `openai-compatible` is the chat completions of OpenAI's interface. */
export const MODEL_PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]

/** `chat` answers; `embedding` turns texts into vectors, by which documents are found. */
export const MODEL_KINDS = ['chat', 'embedding'] as const
export type ModelKind = (typeof MODEL_KINDS)[number]

/** Those that have models of the kind `embedding`. */
export const EMBEDDING_PROVIDERS: readonly ModelProvider[] = ['openai-compatible', 'openai', 'google']

/** Of a vector. The vectors of one account are searched in memory, a byte for each. */
export const MAX_DIMENSIONS = 4_096

/** Where a provider is called unless its owner says elsewhere; null: that has to be said. */
export const BASE_URLS: Readonly<Record<ModelProvider, string | null>> = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** How much of a model may be used; null or absent: any amount. Seconds are those its server took. */
export interface ModelBounds {
  calls?: number | null | undefined
  tokens?: number | null | undefined
  seconds?: number | null | undefined
  cost?: number | null | undefined
}

/** By one run, by one contact in 24 hours, and by everybody in 24 hours. */
export interface ModelLimits {
  run?: ModelBounds | undefined
  contact?: ModelBounds | undefined
  day?: ModelBounds | undefined
  /** Questions under way at the same time, in one process; absent: `DEFAULT_AT_ONCE`. */
  atOnce?: number | null | undefined
}

/** As many as a hosted model takes; one at home answers a few at a time (`npm run bench -- ai-load`). */
export const DEFAULT_AT_ONCE = 100
export const MAX_AT_ONCE = 256

/** Enough for people who talk, too little for one who wants to spend somebody else's money. */
export const DEFAULT_LIMITS: ModelLimits = {
  run: { calls: 50, tokens: 100_000 },
  contact: { calls: 200, tokens: 400_000 },
  day: { calls: 5_000, tokens: 5_000_000 },
}

/** A piece of a document takes 300 to 400 tokens, at a hundredth of the price of a question: a plan's 50,000 pieces in one day. */
export const DEFAULT_EMBEDDING_LIMITS: ModelLimits = {
  ...DEFAULT_LIMITS,
  day: { calls: 20_000, tokens: 30_000_000 },
}
