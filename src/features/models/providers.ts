import type { EmbeddingModel, LanguageModel } from 'ai'
import type { ModelProvider } from '../../core/model.ts'
import type { ModelWire } from './model-wire.ts'

export interface ProviderOptions {
  provider: ModelProvider
  baseUrl: string
  modelId: string
  /** Null: its server asks for none. */
  key: string | null
  fetch: ModelWire['fetch']
}

export type OpenModel = (options: ProviderOptions) => Promise<Exclude<LanguageModel, string>>

/**
 * A model of the SDK. Its packages take 40 MB and a fifth of a second to load, so they are loaded when the first model is asked.
 * Key and address are always given: the SDK would look for them in the environment.
 */
export const openProvider: OpenModel = async ({ provider, baseUrl: baseURL, modelId, key, fetch }) => {
  const apiKey = key ?? ''
  switch (provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ name: 'model', baseURL, fetch, ...(key !== null && { apiKey }) })(
        modelId,
      )
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL, apiKey, fetch }).chat(modelId)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL, apiKey, fetch })(modelId)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch })(modelId)
    }
  }
}

export type OpenEmbeddingModel = (options: ProviderOptions) => Promise<Exclude<EmbeddingModel, string>>

/** As `openProvider`, for models of the kind `embedding`. */
export const openEmbeddingProvider: OpenEmbeddingModel = async ({
  provider,
  baseUrl: baseURL,
  modelId,
  key,
  fetch,
}) => {
  const apiKey = key ?? ''
  switch (provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const server = createOpenAICompatible({
        name: 'model',
        baseURL,
        fetch,
        ...(key !== null && { apiKey }),
      })
      return server.embeddingModel(modelId)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL, apiKey, fetch }).embeddingModel(modelId)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch }).embeddingModel(modelId)
    }
    case 'anthropic':
      throw new Error('a model was set up that this provider does not have')
  }
}
