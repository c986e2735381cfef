import { VARIABLE_NAME } from '../definition.ts'
import { slugify } from '../expressions/fold.ts'
import { RESERVED_ROOTS } from '../nodes/fields/text-field.ts'

const INSERTED = /\{\{([^{}]+)\}\}/g

/** Names of variables over here for those of a bot: letters, digits and _, each once. */
export class VariableNames {
  private readonly byId = new Map<string, string>()
  private readonly byName = new Map<string, { id: string; own: string }>()
  private readonly taken = new Set<string>(RESERVED_ROOTS)

  constructor(variables: readonly { id: string; name: string }[]) {
    for (const { id, name } of variables) {
      const own = this.fresh(toName(name))
      this.byId.set(id, own)
      if (!this.byName.has(name)) this.byName.set(name, { id, own })
    }
  }

  /** All of them, also those that were added on the way. */
  get all(): string[] {
    const reserved = new Set<string>(RESERVED_ROOTS)
    return [...this.taken].filter((name) => !reserved.has(name))
  }

  /** A name nothing else uses. */
  fresh(base: string): string {
    let own = base
    for (let count = 2; this.taken.has(own); count++) own = `${base}_${count}`
    this.taken.add(own)
    return own
  }

  /** The name for a variable's id; undefined when the bot has no such variable. */
  find(id: unknown): string | undefined {
    return typeof id === 'string' ? this.byId.get(id) : undefined
  }

  /** The name for the name a variable has in the bot. */
  findByName(name: string): string | undefined {
    return this.byName.get(name)?.own
  }

  /** Ids of the variables a text inserts. */
  idsIn(source: unknown): string[] {
    if (typeof source !== 'string') return []
    return [...source.matchAll(INSERTED)].flatMap(([, name = '']) => this.byName.get(name)?.id ?? [])
  }

  /** A text with its `{{Name}}` as templates; names nobody declared become empty, and `{{=code=}}` stays to be read. */
  text(source: unknown): string {
    if (typeof source !== 'string') return ''
    return source.replace(INSERTED, (whole, name: string) => {
      const own = this.findByName(name)
      if (own !== undefined) return `{{ vars.${own} }}`
      return name.startsWith('=') ? whole.replaceAll('{{', '{ {').replaceAll('}}', '} }') : ''
    })
  }

  /** A script with its `{{Name}}` as what `read` makes of the variable. */
  script(source: string, read: (own: string) => string = (own) => `vars.${own}`): string {
    return source.replace(INSERTED, (_whole, name: string) => {
      const own = this.findByName(name)
      return own === undefined ? '' : read(own)
    })
  }

  /** A text as an expression of a script. */
  literal(source: unknown): string {
    const text = typeof source === 'string' ? source : ''
    const parts = text.split(INSERTED).map((part, index) => {
      if (index % 2 === 0) return part === '' ? '' : JSON.stringify(part)
      const own = this.findByName(part)
      return own === undefined ? '' : `text(vars.${own})`
    })
    return parts.filter((part) => part !== '').join(' + ') || '""'
  }
}

function toName(name: string): string {
  if (VARIABLE_NAME.test(name)) return name
  const slug = slugify(name)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 60)
  return /^[a-z_]/.test(slug) ? slug : `v_${slug}`
}
