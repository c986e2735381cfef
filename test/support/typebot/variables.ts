import type { Bot, BotValue } from './bot.ts'

/**
 * The variables of a bot, as Typebot documents them: everything is kept as text or as a list of texts, scripts see
 * numbers and true or false in texts that look like them, `{{Name}}` inserts a value and `{{=code=}}` what code answers.
 */
export class BotVariables {
  private readonly values = new Map<string, BotValue>()
  private readonly idOf: Map<string, string>

  constructor({ variables }: Bot) {
    this.idOf = new Map(variables.toReversed().map(({ id, name }) => [name, id]))
  }

  get(id: unknown): BotValue {
    return typeof id === 'string' ? this.values.get(id) : undefined
  }

  set(id: unknown, value: unknown): void {
    if (typeof id !== 'string' || ![...this.idOf.values()].includes(id)) return
    this.values.set(id, Array.isArray(value) ? value.map(toStored) : toStored(value))
  }

  setByName(name: string, value: unknown): void {
    this.set(this.idOf.get(name), value)
  }

  /** The value of a text that is one variable and nothing else; undefined for other texts. */
  only(text: string): BotValue {
    const name = /^\{\{([^{}]+)\}\}$/.exec(text)?.[1]
    return name === undefined ? undefined : this.get(this.idOf.get(name))
  }

  text(source: unknown): string {
    if (typeof source !== 'string') return ''
    const computed = source.replace(/\{\{=(.+?)=\}\}/g, (_whole, code: string) => {
      const result = this.run(/\breturn /.test(code) ? code : `return ${code}`)
      return 'error' in result ? this.text(code) : (toStored(result.output) ?? '')
    })
    return computed.replace(/\{\{([^{}]+)\}\}/g, (_whole, name: string) => {
      const value = this.get(this.idOf.get(name))
      return toStored(value) ?? ''
    })
  }

  /** Runs a script; `{{Name}}` in it are parameters. */
  run(source: string): { output: unknown; changes: Map<string, unknown> } | { error: unknown } {
    const names: string[] = []
    const given: unknown[] = []
    const body = source.replace(/\{\{([^{}]+)\}\}/g, (_whole, name: string) => {
      const id = this.idOf.get(name)
      if (id === undefined) return ''
      const parameter = `p_${id.replace(/\W/g, '_')}`
      if (!names.includes(parameter)) {
        names.push(parameter)
        given.push(guess(this.get(id)))
      }
      return parameter
    })
    const changes = new Map<string, unknown>()
    const setVariable = (name: string, value: unknown) => changes.set(name, value)
    try {
      const script = Reflect.construct(Function, [
        'setVariable',
        'window',
        'document',
        'fetch',
        ...names,
        body,
      ]) as (...values: unknown[]) => unknown
      return { output: script(setVariable, undefined, undefined, undefined, ...given), changes }
    } catch (error) {
      return { error }
    }
  }
}

function toStored(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? null)
}

function guess(value: BotValue): unknown {
  if (typeof value !== 'string') return value
  if (/^\+/.test(value) || /^0[^.]/.test(value)) return value
  if (['true', 'false', 'null'].includes(value)) return JSON.parse(value) as unknown
  if (value === 'undefined') return undefined
  return Number.isNaN(Number(value)) ? value : Number(value)
}
