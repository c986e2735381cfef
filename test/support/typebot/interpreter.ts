import { offers, takeAnswer } from './answers.ts'
import type { Bot, BotBlock, BotGroup, BotItem } from './bot.ts'
import { showBubble } from './bubbles.ts'
import { holds } from './comparisons.ts'
import { askModel, type Model } from './models.ts'
import { setValue } from './set-value.ts'
import { BotVariables } from './variables.ts'

/** The world around a bot: the clock, the contact, what addresses answer and which arm chance takes. */
export interface BotWorld {
  now: () => number
  contact: { name: string; phone: string }
  http: (url: string) => { status: number; body: unknown }
  arm: () => 'a' | 'b' | undefined
  model: Model
}

interface Place {
  group: BotGroup
  index: number
}

/** After a logic block: along an edge, nowhere (null), or on inside the group (undefined). */
type Way = string | null | undefined | Place

const MODEL_BLOCKS: readonly string[] = ['openai', 'OpenAI', 'mistral', 'anthropic', 'groq', 'dify-ai']
const BUBBLES: readonly string[] = ['text', 'image', 'video', 'audio', 'embed']
const SHOWN_INPUTS: readonly string[] = ['choice input', 'picture choice input', 'payment input', 'cards']
const DEFAULT_RETRY: Readonly<Record<string, string>> = {
  'email input': "This email doesn't seem to be valid. Can you type it again?",
}

/** A block this interpreter has no words for; a walk ends before it. */
export class UnknownBlock extends Error {
  override readonly name = 'UnknownBlock'
}

/**
 * Plays a bot as Typebot 6 documents and shows it, in a chat of texts: what it says in a turn are lines, options are
 * numbered ones. Written from the format and its behaviour; it exists to be compared with what the import makes.
 */
export class BotInterpreter {
  readonly variables: BotVariables
  /** Ids of the blocks that were run, for the difference they may have made. */
  readonly visited = new Set<string>()
  /** The question that waits; null when the bot has ended. */
  waiting: BotBlock | null = null
  /** Values that each question to a model held. */
  readonly asked: string[][] = []
  private readonly bot: Bot
  private readonly world: BotWorld
  private lines: string[] = []
  private returnMark: string | null = null
  private queue: string[] = []

  constructor(bot: Bot, world: BotWorld) {
    this.bot = bot
    this.world = world
    this.variables = new BotVariables(bot)
  }

  /** Starts by a message; a bot that asks at once and shows nothing takes it as the answer. */
  start(message: string): string[] {
    const event = this.bot.events.find(({ type }) => type === 'start')
    if (event) this.visited.add(event.id)
    const lines = this.speak(() => this.walk(this.along(event?.outgoingEdgeId)))
    const isSilent = lines.length === 0 && this.waiting !== null && !SHOWN_INPUTS.includes(this.waiting.type)
    return isSilent ? this.answer(message) : lines
  }

  answer(text: string): string[] {
    return this.speak(() => this.take(text))
  }

  private speak(work: () => void): string[] {
    this.lines = []
    work()
    return this.lines.flatMap((line) => line.split('\n'))
  }

  private take(text: string): void {
    const block = this.waiting
    if (!block) return
    const taken = takeAnswer(text, block, this.variables)
    if (!taken) return this.refuse(text, block)
    this.waiting = null
    const id = block.options?.variableId
    const before = this.variables.get(id)
    this.variables.set(id, Array.isArray(before) ? [...before, taken.text] : taken.text)
    this.walk(this.afterAnswer(block, taken.item))
  }

  private afterAnswer(block: BotBlock, item: BotItem | undefined): Place | null {
    const edge = item?.outgoingEdgeId ?? block.outgoingEdgeId
    const place = this.placeOf(block.id)
    const isLast = place.index === place.group.blocks.length - 1
    return edge === undefined && !isLast ? { ...place, index: place.index + 1 } : this.along(edge)
  }

  private refuse(text: string, block: BotBlock): void {
    const event = this.bot.events.find(({ type }) => type === 'invalidReply')
    if (!event) {
      const messages = (this.bot.settings?.general as { systemMessages?: { invalidMessage?: string } })
        ?.systemMessages
      const retry =
        block.options?.retryMessageContent ||
        DEFAULT_RETRY[block.type] ||
        messages?.invalidMessage ||
        'Invalid message. Please, try again.'
      this.lines.push(this.variables.text(retry))
      return
    }
    const { contentVariableId, inputNameVariableId, inputTypeVariableId } = event.options ?? {}
    this.variables.set(contentVariableId, text)
    this.variables.set(inputNameVariableId, this.placeOf(block.id).group.title)
    this.variables.set(inputTypeVariableId, TYPE_NAMES[block.type] ?? block.type.replace(' input', ''))
    this.returnMark = block.id
    this.waiting = null
    this.walk(this.along(event.outgoingEdgeId))
  }

  private walk(from: Place | null): void {
    let place = from
    for (let steps = 0; place; steps++) {
      if (steps > 400) throw new Error('the bot goes round and round')
      const block = place.group.blocks[place.index]
      if (!block) {
        place = this.along(place.group.blocks.at(-1)?.outgoingEdgeId)
        continue
      }
      this.visited.add(block.id)
      if (block.type in INPUTS_BY_TYPE) return this.show(block)
      const way = this.run(block, place)
      if (way === undefined) place = { ...place, index: place.index + 1 }
      else place = typeof way === 'string' ? this.along(way) : (way ?? this.fromQueue())
    }
  }

  private show(block: BotBlock): void {
    this.waiting = block
    if (block.type === 'payment input' || block.type === 'cards') throw new UnknownBlock(block.id)
    if (!SHOWN_INPUTS.includes(block.type)) return
    for (const [index, { label }] of offers(block, this.variables).entries())
      this.lines.push(`${index + 1}. ${label.trim()}`)
  }

  private run(block: BotBlock, place: Place): Way {
    if (BUBBLES.includes(block.type)) {
      const shown = showBubble(block, this.variables)
      if (shown !== null) this.lines.push(shown)
      return undefined
    }
    switch (block.type) {
      case 'Condition': {
        const item = block.items?.find(({ content }) => holds(content, this.variables))
        return item ? (item.outgoingEdgeId ?? null) : block.outgoingEdgeId
      }
      case 'AB test':
        return this.chance(block)
      case 'Jump':
        return this.jump(block, place)
      case 'Return':
        return this.goBack()
      case 'Typebot link':
        return this.link(block, place)
      default:
        this.act(block)
        return block.outgoingEdgeId
    }
  }

  private act(block: BotBlock): void {
    const { options = {} } = block
    switch (block.type) {
      case 'Set variable':
        return setValue(options, this.variables, this.world)
      case 'Code': {
        if (options.isExecutedOnClient !== false) return
        const result = this.variables.run(String(options.content ?? ''))
        if ('changes' in result)
          for (const [name, value] of result.changes) this.variables.setByName(name, value)
        return
      }
      case 'Webhook':
        return this.call(options)
      case 'Redirect': {
        const url = this.variables.text(options.url)
        if (url !== '') this.lines.push(url)
        return
      }
      case 'Wait':
      case 'Email':
      case 'gmail':
      case 'segment':
      case 'Google Analytics':
      case 'Pixel':
        return
      default:
        if (!MODEL_BLOCKS.includes(block.type)) throw new UnknownBlock(block.id)
        if (Object.keys(options).length > 0) this.askModel(block)
    }
  }

  private askModel({ id, options = {} }: BotBlock): void {
    const answer = this.world.model(this.asked.length)
    const asked = askModel(options, { variables: this.variables, answer })
    if (asked === false) throw new UnknownBlock(id)
    this.asked.push(asked.values)
  }

  private call({ webhook, responseVariableMapping }: Record<string, unknown>): void {
    const { url } = (webhook ?? {}) as { url?: string }
    if (url === undefined) return
    const { status, body } = this.world.http(this.variables.text(url))
    for (const { bodyPath, variableId } of (responseVariableMapping ?? []) as {
      bodyPath?: string
      variableId?: string
    }[]) {
      if (!bodyPath || !variableId) continue
      try {
        const read = Reflect.construct(Function, [
          'statusCode',
          'data',
          `return (${this.variables.text(bodyPath)})`,
        ]) as (...given: unknown[]) => unknown
        this.variables.set(variableId, read(status, body))
      } catch {}
    }
  }

  private chance(block: BotBlock): Way {
    const [a, b] = block.items ?? []
    const percent = Number(block.options?.aPercent ?? 50)
    const arm = percent >= 100 ? 'a' : percent <= 0 ? 'b' : this.world.arm()
    return (arm === 'a' ? a?.outgoingEdgeId : undefined) ?? b?.outgoingEdgeId
  }

  private jump({ options = {} }: BotBlock, place: Place): Way {
    if (!options.groupId) return undefined
    const next = this.nextBlock(place)
    if (next) this.returnMark = next.id
    return this.groupAt(String(options.groupId), options.blockId as string | undefined)
  }

  private goBack(): Way {
    const mark = this.returnMark
    this.returnMark = null
    return mark === null ? undefined : this.placeOf(mark)
  }

  /** Comes back when the linked part has ended. */
  private link(block: BotBlock, place: Place): Way {
    const { typebotId, groupId } = block.options ?? {}
    if (typebotId !== 'current') throw new UnknownBlock(block.id)
    const next = this.nextBlock(place)
    if (block.outgoingEdgeId !== undefined) this.queue.unshift(block.outgoingEdgeId)
    else if (next) this.queue.unshift(`to:${next.id}`)
    return this.groupAt(String(groupId))
  }

  private fromQueue(): Place | null {
    const next = this.queue.shift()
    if (next === undefined) return null
    return next.startsWith('to:') ? this.placeOf(next.slice(3)) : this.along(next)
  }

  private along(edgeId: string | undefined): Place | null {
    const edge = edgeId === undefined ? undefined : this.bot.edges.find(({ id }) => id === edgeId)
    return edge ? this.groupAt(edge.to.groupId, edge.to.blockId) : this.fromQueue()
  }

  private groupAt(groupId: string, blockId?: string): Place | null {
    const group = this.bot.groups.find(({ id }) => id === groupId)
    if (!group) return null
    const index = blockId === undefined ? 0 : group.blocks.findIndex(({ id }) => id === blockId)
    return { group, index: index < 0 ? group.blocks.length - 1 : index }
  }

  private nextBlock({ group, index }: Place): BotBlock | undefined {
    const next = group.blocks[index + 1]
    if (next) return next
    const edge = this.bot.edges.find(({ id }) => id === group.blocks[index]?.outgoingEdgeId)
    const to = edge && this.groupAt(edge.to.groupId, edge.to.blockId)
    return to?.group.blocks[to.index]
  }

  private placeOf(blockId: string): Place {
    for (const group of this.bot.groups) {
      const index = group.blocks.findIndex(({ id }) => id === blockId)
      if (index >= 0) return { group, index }
    }
    throw new Error(`no block ${blockId}`)
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  'phone number input': 'phone',
  'choice input': 'buttons',
}

const INPUTS_BY_TYPE: Readonly<Record<string, true>> = {
  'text input': true,
  'number input': true,
  'email input': true,
  'url input': true,
  'phone number input': true,
  'date input': true,
  'time input': true,
  'rating input': true,
  'file input': true,
  'choice input': true,
  'picture choice input': true,
  'payment input': true,
  cards: true,
}
