import { z } from 'zod'
import {
  MAX_AI_CALLS,
  MAX_AI_HISTORY_TURNS,
  MAX_AI_INSTRUCTION_CHARS,
  MAX_AI_MESSAGE_CHARS,
  MAX_AI_PIECES,
  MAX_AI_ROUTES,
  MAX_AI_STEPS,
  MAX_AI_TIMEOUT_MS,
  MAX_AI_TOKENS,
  MAX_AI_TOOLS,
  MAX_HTTP_TIMEOUT_MS,
} from '../../core/flow/limits.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { MAX_KNOWLEDGE_QUESTION_CHARS } from '../../core/knowledge.ts'
import {
  DEFAULT_AT_ONCE,
  MAX_AT_ONCE,
  MAX_DIMENSIONS,
  MODEL_KINDS,
  MODEL_NAME,
  MODEL_PROVIDERS,
} from '../../core/model.ts'
import { SECRET_NAME } from '../../core/secret-hosts.ts'
import { callPlace } from '../flows/calls.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const MAX_LIMIT = 1_000_000_000

const limit = z.int().min(1).max(MAX_LIMIT).nullable().optional()
const bounds = z
  .strictObject({
    calls: limit,
    tokens: limit.describe('Read and written together.'),
    seconds: limit.describe('That its server took to answer.'),
    cost: z.number().positive().max(MAX_LIMIT).nullable().optional().describe('By the prices of the model.'),
  })
  .describe('Left out or null: no limit.')

const Limits = z.strictObject({
  run: bounds.optional().describe('Of one run of a flow.'),
  contact: bounds.optional().describe('Of one contact in 24 hours.'),
  day: bounds.optional().describe('Of everybody together in 24 hours.'),
  atOnce: z
    .int()
    .min(1)
    .max(MAX_AT_ONCE)
    .nullable()
    .optional()
    .describe(
      `Questions under way at the same time, in each process of the service; others wait. Left out or null: ${DEFAULT_AT_ONCE}.`,
    ),
})

const name = z
  .string()
  .regex(MODEL_NAME, problemText('NO_NAME_WITH_DASHES'))
  .describe('As `ai` nodes name it; `default` is meant where they name none.')

const price = z.number().min(0).max(MAX_LIMIT).nullable()

const Model = z.object({
  name: z.string(),
  kind: z.enum(MODEL_KINDS),
  provider: z.enum(MODEL_PROVIDERS),
  baseUrl: z.string(),
  modelId: z.string(),
  dimensions: z.int().nullable(),
  secret: z.string().nullable(),
  isKeyMissing: z
    .boolean()
    .describe('Its secret is not there, or may not go to its server: it cannot be asked.'),
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  limits: Limits,
  used: z
    .object({ calls: z.int(), tokens: z.int(), seconds: z.int(), cost: z.number() })
    .describe('Within the last 24 hours.'),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** Only the look of one: whether it may be called is asked when it is set. */
const ADDRESS = /^https?:\/\/[^\s/?#]+[^\s]*$/

const message = z.string().max(MAX_AI_MESSAGE_CHARS)

const Task = z
  .strictObject({
    mode: z.enum(['reply', 'agent', 'extract', 'classify']),
    schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Of `extract`: a JSON Schema of the object.'),
    routes: z
      .array(z.strictObject({ id: z.string().min(1).max(64), description: z.string().max(1_000) }))
      .max(MAX_AI_ROUTES)
      .optional()
      .describe('Of `classify`: at least two.'),
    tools: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(64),
          description: z.string().max(2_000),
          schema: z.record(z.string(), z.unknown()).describe('A JSON Schema of its input.'),
        }),
      )
      .max(MAX_AI_TOOLS)
      .optional()
      .describe('Of `agent`: what it may ask for. None is called here.'),
  })
  .describe('As the `ai` node has it.')

const Call = z.object({
  id: z.string().max(200),
  name: z.string().max(100),
  input: z.unknown(),
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What its provider wants to see again with the call, as it came.'),
})

const Output = z
  .strictObject({ value: z.unknown().optional(), error: z.string().max(100).optional() })
  .describe('What the call gave, or the code of why it gave nothing.')

const Turn = z
  .strictObject({
    said: z
      .string()
      .max(2 * MAX_AI_MESSAGE_CHARS)
      .optional(),
    text: message.optional(),
    calls: z
      .array(z.strictObject({ ...Call.shape, output: Output }))
      .max(2 * MAX_AI_CALLS)
      .optional(),
  })
  .describe('What the contact `said` meanwhile; or `calls` of tools, with the `text` beside them.')

export const models = {
  list: defineOperation({
    name: 'models.list',
    summary: 'List the caller’s language models by name, with what they took today',
    scope: 'secrets:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Model),
  }),
  set: defineOperation({
    name: 'models.set',
    summary: 'Set up a language model for flows, or change one',
    description:
      'The key is a stored secret whose hosts name the model’s server; it is sent nowhere else. What is left out gets its default, also when a model is changed.',
    scope: 'secrets:write',
    reach: 'account',
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({
      name,
      kind: z
        .enum(MODEL_KINDS)
        .default('chat')
        .describe('`chat` is asked by `ai` nodes; `embedding` finds documents (`knowledge.setModel`).'),
      provider: z
        .enum(MODEL_PROVIDERS)
        .describe(
          '`openai-compatible` speaks chat completions and embeddings, as Ollama, llama.cpp and most servers do.',
        ),
      baseUrl: z
        .string()
        .trim()
        .max(500)
        .regex(ADDRESS, problemText('NO_MODEL_ADDRESS'))
        .optional()
        .describe('Up to and with /v1. Needed for `openai-compatible`; the others have one.'),
      modelId: z.string().trim().min(1).max(200).describe('As its server calls it.'),
      dimensions: z
        .int()
        .min(1)
        .max(MAX_DIMENSIONS)
        .nullable()
        .default(null)
        .describe(
          'Of `embedding`: how many numbers its vectors are to have, where it can shorten them. Null: as many as it makes.',
        ),
      secret: z
        .string()
        .regex(SECRET_NAME, problemText('NO_NAME'))
        .nullable()
        .default(null)
        .describe('The name of the secret that is its key. Null: its server asks for none.'),
      inputPrice: price.default(null).describe('Of a million tokens read, in any currency.'),
      outputPrice: price.default(null).describe('Of a million tokens written.'),
      limits: Limits.optional().describe(
        'Left out: 50 calls and 100,000 tokens a run, 200 and 400,000 a contact, 5,000 and 5,000,000 a day; 20,000 and 30,000,000 a day of `embedding`.',
      ),
    }),
    output: Model,
  }),
  delete: defineOperation({
    name: 'models.delete',
    summary: 'Delete a language model; flows that ask it leave by error there',
    scope: 'secrets:write',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ name }),
    output: z.object({ success: z.boolean() }),
  }),
  ask: defineOperation({
    name: 'models.ask',
    summary: 'Ask a language model for real, once',
    description:
      'For trying a draft out: the same question, limits and checks as an `ai` node’s, without a run and without a second attempt. A question without an answer is a result with `error`.',
    scope: 'flows:write',
    reach: 'account',
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({
      model: name,
      task: Task,
      instructions: z.string().min(1).max(MAX_AI_INSTRUCTION_CHARS),
      facts: message.nullable().default(null),
      prompt: message.nullable().default(null),
      conversation: z
        .array(z.strictObject({ fromMe: z.boolean(), text: message }))
        .max(MAX_AI_HISTORY_TURNS + 1)
        .default([])
        .describe('Oldest first; `fromMe` is what we said.'),
      knowledge: z
        .strictObject({
          question: z.string().max(MAX_KNOWLEDGE_QUESTION_CHARS),
          collections: z.array(z.string().max(64)).max(20).nullable().default(null),
          maxPieces: z.int().min(1).max(MAX_AI_PIECES).default(4),
        })
        .nullable()
        .optional()
        .describe(
          'Looked for in the documents of the account first; a limited key needs `knowledge:read` for it.',
        ),
      turns: z
        .array(Turn)
        .max(2 * MAX_AI_STEPS)
        .optional()
        .describe('Of `agent`: what came after it was first asked.'),
      maxTokens: z.int().min(16).max(MAX_AI_TOKENS).default(800),
      timeoutMs: z.int().min(1_000).max(MAX_AI_TIMEOUT_MS).default(30_000),
    }),
    output: z.object({
      text: z.string().optional(),
      calls: z.array(Call).optional().describe('Tools that it wants to have called.'),
      object: z.unknown().optional(),
      route: z.string().optional(),
      sources: z
        .array(
          z.object({
            documentId: z.string(),
            title: z.string(),
            url: z.string().nullable(),
            heading: z.string().nullable(),
            page: z.int().nullable(),
            row: z.int().nullable(),
          }),
        )
        .optional()
        .describe('What was found for `knowledge`, in the order in which the model names it from 1.'),
      usage: z
        .object({
          model: z.string(),
          inputTokens: z.int().nullable(),
          outputTokens: z.int().nullable(),
          cost: z.number().nullable(),
          durationMs: z.number(),
          attempts: z.int(),
        })
        .nullable(),
      error: z
        .object({ code: z.string().describe('For example TIMEOUT or LIMIT_DAY.'), message: z.string() })
        .nullable(),
    }),
  }),
  listTools: defineOperation({
    name: 'models.listTools',
    summary: 'Ask a server of tools (MCP) which it has, to choose from',
    description:
      'For an `ai` node of the mode `agent`, whose flow keeps the chosen ones with their descriptions and parameters: what the server says later changes nothing. One session, by the same guarded client as calls. A server that does not answer is a result with `error`.',
    scope: 'flows:write',
    reach: 'account',
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({
      request: z.strictObject(callPlace).describe('It speaks the protocol over streamable HTTP there.'),
      timeoutMs: z.int().min(100).max(MAX_HTTP_TIMEOUT_MS).default(10_000),
    }),
    output: z.object({
      tools: z.array(
        z.object({
          name: z.string().describe('As the server calls it.'),
          description: z.string().describe('Its first 1,000 characters.'),
          parameters: z
            .record(z.string(), z.unknown())
            .nullable()
            .describe('A JSON Schema as flows take it; null: none can be made of what the server says.'),
          isLoosened: z
            .boolean()
            .describe('The server has rules beside it that a flow does not check, such as patterns.'),
        }),
      ),
      isWhole: z.boolean().describe('False: the server has more than are shown.'),
      error: z
        .object({ code: z.string().describe('For example TIMEOUT or TOOL_FAILED.'), message: z.string() })
        .nullable(),
    }),
  }),
}
