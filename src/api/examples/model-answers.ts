import { AT } from './answered-resources.ts'

const model = {
  name: 'default',
  kind: 'chat',
  provider: 'openai-compatible',
  baseUrl: 'https://models.example.com/v1',
  modelId: 'qwen3-8b',
  dimensions: null,
  secret: 'models',
  isKeyMissing: false,
  inputPrice: null,
  outputPrice: null,
  limits: {
    run: { calls: 50, tokens: 100_000 },
    contact: { calls: 200, tokens: 400_000 },
    day: { calls: 5_000, tokens: 5_000_000 },
  },
  used: { calls: 12, tokens: 8_400, seconds: 31, cost: 0 },
  createdAt: AT,
  updatedAt: AT,
}

/** Answers about language models, by operation. */
export const MODEL_ANSWERS = {
  'models.list': [model],
  'models.set': model,
  'models.delete': { success: true },
  'models.ask': {
    text: 'Yes, we open at 8.',
    usage: {
      model: 'default',
      inputTokens: 140,
      outputTokens: 8,
      cost: null,
      durationMs: 640,
      attempts: 1,
    },
    error: null,
  },
  'models.listTools': {
    tools: [
      {
        name: 'find_order',
        description: 'Finds an order by its number.',
        parameters: {
          type: 'object',
          properties: { id: { type: 'string' } },
          required: ['id'],
          additionalProperties: false,
        },
        isLoosened: false,
      },
    ],
    isWhole: true,
    error: null,
  },
}
