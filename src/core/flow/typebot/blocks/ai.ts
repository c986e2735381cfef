import { MAX_AI_HISTORY_TURNS, MAX_AI_INSTRUCTION_CHARS } from '../../limits.ts'
import {
  type ConvertContext,
  type Converted,
  type Converter,
  convertToNodes,
  newNode,
  stubFor,
} from '../converted.ts'
import { listOf, textOf } from '../document.ts'
import { note, type TypebotNote } from '../notes.ts'

const DEFAULT_INSTRUCTIONS = 'You answer customers in a chat. Be short and friendly.'
const EXTRACT_INSTRUCTIONS = 'Take the values from what the customer said. Leave out what is not there.'
/** What stands in place of a transcript in instructions. */
const TRANSCRIPT = 'the conversation so far'
const INSERTED = /\{\{([^{}]+)\}\}/g
const SINGLE = /^\s*\{\{[^{}]+\}\}\s*$/

/** Names under which an answer's text is stored over there. */
const ANSWER_ITEMS: readonly string[] = ['', 'Message content', 'Message', 'Answer']

/** What is asked of a model, while a block is read. */
class QuestionDraft {
  private readonly context: ConvertContext
  private readonly instructions: string[] = []
  private readonly facts = new Map<string, string>()
  private readonly prompts: string[] = []
  readsConversation = false

  constructor(context: ConvertContext) {
    this.context = context
  }

  /**
   * What a model obeys holds no variable here, for what contacts wrote is never obeyed: its name stands in the
   * instructions, and its value goes in beside them.
   */
  instruct(source: unknown, speaker = ''): void {
    const { variables, kinds } = this.context
    const text = textOf(source).replace(INSERTED, (_whole, name: string) => {
      const own = variables.findByName(name)
      if (own === undefined) return ''
      if (variables.idsIn(`{{${name}}}`).some((id) => kinds.isTranscript(id))) {
        this.readsConversation = true
        return TRANSCRIPT
      }
      this.facts.set(own, `[${name}]: {{ vars.${own} }}`)
      return `[${name}]`
    })
    if (text.trim() !== '') this.instructions.push(speaker === '' ? text : `${speaker}: ${text}`)
  }

  /** What is asked in the role of the user; a variable alone is what the conversation ends with, where that is read. */
  ask(source: unknown): void {
    const text = this.context.variables.text(source)
    if (text.trim() !== '' && !(this.readsConversation && SINGLE.test(textOf(source))))
      this.prompts.push(text)
  }

  toData(fallback: string): Record<string, unknown> {
    return {
      system: this.instructions.join('\n\n').slice(0, MAX_AI_INSTRUCTION_CHARS) || fallback,
      facts: [...this.facts.values()].join('\n') || undefined,
      prompt: this.prompts.join('\n') || undefined,
      historyTurns: this.readsConversation ? MAX_AI_HISTORY_TURNS : 0,
    }
  }

  get notes(): TypebotNote[] {
    return this.readsConversation ? [note('CONVERSATION_READ')] : []
  }
}

/** The question of some messages: the last of the user's is asked, and what stands before it is an example of how to answer. */
function readMessages(messages: readonly Record<string, unknown>[], context: ConvertContext): QuestionDraft {
  const draft = new QuestionDraft(context)
  draft.readsConversation = messages.some(({ role }) => role === 'Dialogue')
  const last = messages.findLastIndex(({ role }) => role === 'user' || role === 'Dialogue')
  let isExample = false
  for (const [index, { role, content }] of messages.entries()) {
    if (role === 'Dialogue') continue
    if (index >= last && role === 'user') draft.ask(content)
    else if (role === 'assistant') {
      isExample = true
      draft.instruct(content, 'You said')
    } else draft.instruct(content, role === 'user' && isExample ? 'The customer said' : '')
  }
  return draft
}

/** The variable that keeps the answer, the others that get it too, and whether anything else was to be stored. */
function readMapping(mapping: unknown, { variables }: ConvertContext) {
  const wanted = listOf(mapping).flatMap(({ item, valueToExtract, variableId }) => {
    const name = variables.find(variableId)
    return name === undefined ? [] : [{ name, item: textOf(item ?? valueToExtract) }]
  })
  const [kept, ...others] = wanted.filter(({ item }) => ANSWER_ITEMS.includes(item)).map(({ name }) => name)
  return { kept, others, hasMore: wanted.some(({ item }) => !ANSWER_ITEMS.includes(item)) }
}

interface Reply {
  draft: QuestionDraft
  mapping: unknown
  notes?: (TypebotNote | null)[]
}

/** Over there a text bubble sends the answer, so here it is only kept; a model that fails ends nothing. */
function toReply(type: string, { draft, mapping, notes = [] }: Reply, context: ConvertContext): Converted {
  const { kept, others, hasMore } = readMapping(mapping, context)
  const data = {
    label: type,
    mode: 'reply',
    ...draft.toData(DEFAULT_INSTRUCTIONS),
    send: false,
    saveAs: kept,
  }
  const copies = others.map((name) => ({ var: name, value: `{{ vars.${kept} }}` }))
  return convertToNodes(
    [
      newNode('ai', data, { error: 'onward' }),
      ...(copies.length > 0 ? [newNode('set', { assign: copies })] : []),
    ],
    [note('MODEL_TO_SET_UP'), ...draft.notes, hasMore ? note('COUNTS_NOT_STORED') : null, ...notes],
  )
}

const chatCompletion: Converter = ({ type, options }, context) => {
  const draft = readMessages(listOf(options.messages), context)
  draft.instruct(options.systemMessage ?? options.system)
  const notes = listOf(options.tools).length > 0 ? [note('TOOLS_LEFT_OUT')] : []
  return toReply(type, { draft, mapping: options.responseMapping, notes }, context)
}

/** A question to a model or an assistant that keeps the thread by itself. */
const askOne: Converter = ({ type, options }, context) => {
  const draft = new QuestionDraft(context)
  draft.readsConversation = true
  draft.instruct(options.instructions ?? options.additionalInstructions)
  draft.ask(options.message ?? options.query)
  const hasTools = ['functions', 'fileSearchVectorStoreIds'].some((name) => listOf(options[name]).length > 0)
  const isElsewhere = options.action !== 'Ask Model'
  const notes = [
    isElsewhere ? note('ASSISTANT_ELSEWHERE') : null,
    hasTools || options.webSearchEnabled === true ? note('TOOLS_LEFT_OUT') : null,
  ]
  return toReply(type, { draft, mapping: options.responseMapping, notes }, context)
}

/** Values that a model finds in what was said: an object, and a node that puts its parts into variables. */
const generateVariables: Converter = ({ type, options }, context) => {
  const { variables } = context
  const wanted = listOf(options.variablesToExtract).flatMap((item) => {
    const name = variables.find(item.variableId)
    return name === undefined ? [] : [{ name, item }]
  })
  if (wanted.length === 0) return convertToNodes([])
  const draft = new QuestionDraft(context)
  draft.instruct(EXTRACT_INSTRUCTIONS)
  draft.instruct(options.prompt)
  const found = variables.fresh('found')
  const schema = {
    type: 'object',
    properties: Object.fromEntries(wanted.map(({ name, item }) => [name, toProperty(item)])),
    required: wanted.filter(({ item }) => item.isRequired !== false).map(({ name }) => name),
    additionalProperties: false,
  }
  const data = { label: type, mode: 'extract', ...draft.toData(EXTRACT_INSTRUCTIONS), schema, saveAs: found }
  const assign = wanted.map(({ name }) => ({
    var: name,
    value: `{{ vars.${found}.${name} | default: vars.${name}, allow_false: true }}`,
  }))
  return convertToNodes(
    [newNode('ai', data, { error: 'onward' }), newNode('set', { assign })],
    [note('MODEL_TO_SET_UP'), ...draft.notes],
  )
}

function toProperty({ type, description, values }: Record<string, unknown>): Record<string, unknown> {
  const about = textOf(description) === '' ? {} : { description: textOf(description) }
  switch (type) {
    case 'number':
    case 'boolean':
      return { type, ...about }
    case 'array':
      return { type, items: { type: 'string' }, ...about }
    case 'enum':
      return { type: 'string', ...(Array.isArray(values) ? { enum: values } : {}), ...about }
    default:
      return { type: 'string', ...about }
  }
}

const ACTIONS: Readonly<Record<string, Converter>> = {
  'Ask Model': askOne,
  'Ask Assistant': askOne,
  'Ask assistant': askOne,
  'Send Message': askOne,
  'Generate variables': generateVariables,
  'Create transcription': (block) => stubFor(block, note('NO_SPEECH')),
  'Create speech': (block) => stubFor(block, note('NO_SPEECH')),
  'Convert text to speech': (block) => stubFor(block, note('NO_SPEECH')),
}

/** Assistants that are asked with one message and know the rest themselves. */
const ASSISTANTS: readonly string[] = ['dify-ai', 'chat-node']

/** A block of any maker of models, by what it does; the makers differ in their keys only. */
const ai: Converter = (block, context) => {
  const action = textOf(block.options.action ?? block.options.task)
  if (Object.hasOwn(ACTIONS, action))
    return ACTIONS[action]?.(block, context) ?? stubFor(block, note('NO_SPEECH'))
  if (action === '' && Object.keys(block.options).length === 0) return convertToNodes([])
  return ASSISTANTS.includes(block.type) ? askOne(block, context) : chatCompletion(block, context)
}

const MAKERS: readonly string[] = [
  ...['OpenAI', 'openai', 'anthropic', 'mistral', 'groq', 'deepseek', 'open-router', 'together-ai'],
  ...['dify-ai', 'perplexity', 'chat-node', 'elevenlabs'],
]

export const AI_BLOCKS: Readonly<Record<string, Converter>> = Object.fromEntries(
  MAKERS.map((type) => [type, ai]),
)
