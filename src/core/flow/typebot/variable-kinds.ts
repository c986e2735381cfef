import { foldText } from '../expressions/fold.ts'
import { objectOf, type TypebotBlock, type TypebotDocument, textOf } from './document.ts'
import { readExpression } from './expression.ts'

/** What a variable can hold: numbers, sums of itself, a list, one of some texts known beforehand, or anything. */
type Written = 'number' | 'sum' | 'list' | 'open' | { text: string }

const CHOICES: readonly string[] = ['choice input', 'picture choice input']

/** What the variables of a bot can hold, found from every block that writes them. */
export class VariableKinds {
  private readonly written = new Map<string, Written[]>()
  private readonly transcripts = new Set<unknown>()

  constructor(document: TypebotDocument) {
    const names = new Map(document.variables.map(({ id, name }) => [name, id]))
    for (const { blocks } of document.groups) {
      for (const block of blocks) this.collect(block, names)
    }
    for (const { options } of document.events) for (const id of variableIds(options)) this.add(id, 'open')
  }

  /** True when it holds the conversation itself. */
  isTranscript(id: unknown): boolean {
    return this.transcripts.has(id)
  }

  /** True when nothing but lists is stored in it. */
  isAlwaysList(id: unknown): boolean {
    const found = this.of(id)
    return found.length > 0 && found.every((item) => item === 'list')
  }

  isNumber(id: unknown): boolean {
    const found = this.of(id)
    return found.length > 0 && found.every((item) => item === 'number' || item === 'sum')
  }

  /** True when something gives it a number before others are added to it. */
  hasStart(id: unknown): boolean {
    return this.of(id).includes('number')
  }

  isList(id: unknown): boolean {
    return this.of(id).includes('list')
  }

  /** True when every value it can hold compares with a text as exactly as over there. */
  comparesExactly(id: unknown, right: string): boolean {
    const found = this.of(id)
    return (
      found.length > 0 &&
      found.every((item) =>
        typeof item === 'object'
          ? foldText(item.text) !== foldText(right) || item.text === right
          : item !== 'list' && item !== 'open' && isNumeric(right),
      )
    )
  }

  /** True when it holds texts without accents only, or numbers. */
  isPlain(id: unknown): boolean {
    const found = this.of(id)
    return (
      found.length > 0 &&
      found.every((item) =>
        typeof item === 'object' ? !hasMarks(item.text) : item === 'number' || item === 'sum',
      )
    )
  }

  private of(id: unknown): Written[] {
    return (typeof id === 'string' ? this.written.get(id) : undefined) ?? []
  }

  private add(id: unknown, written: Written): void {
    if (typeof id === 'string') this.written.set(id, [...(this.written.get(id) ?? []), written])
  }

  private collect(block: TypebotBlock, names: ReadonlyMap<string, string>): void {
    const { type, options } = block
    if (type === 'Condition') return
    if (type === 'Set variable') return this.collectSet(options)
    if (type === 'number input') return this.add(options.variableId, 'number')
    if (CHOICES.includes(type)) return this.collectChoice(block)
    if (type === 'Code') {
      for (const [, , name = ''] of textOf(options.content).matchAll(/setVariable\(\s*(["'`])(.*?)\1/g)) {
        this.add(names.get(name), 'open')
      }
      return
    }
    for (const id of variableIds(options)) this.add(id, 'open')
  }

  private collectSet(options: Record<string, unknown>): void {
    const { variableId, expressionToEvaluate, saveItemInVariableId } = options
    this.add(saveItemInVariableId, 'open')
    switch (textOf(options.type) || 'Custom') {
      case 'Empty':
        return
      case 'Transcript':
        this.transcripts.add(variableId)
        return this.add(variableId, 'open')
      case 'Append value(s)':
      case 'Pop':
      case 'Shift':
        return this.add(variableId, 'list')
      case 'Custom': {
        const text = textOf(expressionToEvaluate)
        const read = readExpression(text)
        if (read.kind === 'number' || read.kind === 'sum') return this.add(variableId, read.kind)
        return this.add(variableId, read.kind === 'text' && !text.includes('{{') ? { text } : 'open')
      }
      default:
        this.add(variableId, 'open')
    }
  }

  private collectChoice({ options, items }: TypebotBlock): void {
    const isDynamic = options.dynamicVariableId !== undefined || options.dynamicItems !== undefined
    if (isDynamic || options.isMultipleChoice === true) return this.add(options.variableId, 'open')
    for (const { value, content, title } of items) {
      const text = textOf(value) || textOf(content) || textOf(title)
      this.add(options.variableId, text.includes('{{') ? 'open' : { text })
    }
  }
}

function isNumeric(text: string): boolean {
  return text.trim() !== '' && !Number.isNaN(Number(text))
}

export function hasMarks(text: string): boolean {
  return /\p{M}/u.test(text.normalize('NFKD'))
}

/** Every id of a variable anywhere in some options. */
function variableIds(options: unknown): string[] {
  if (Array.isArray(options)) return options.flatMap(variableIds)
  return Object.entries(objectOf(options)).flatMap(([key, value]) =>
    typeof value === 'string' ? (/variableId$/i.test(key) ? [value] : []) : variableIds(value),
  )
}
