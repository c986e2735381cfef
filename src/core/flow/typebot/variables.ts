import { VARIABLE_NAME } from '../definition.ts'
import { slugify } from '../expressions/fold.ts'
import { RESERVED_ROOTS } from '../nodes/text-field.ts'

/** Names of variables over here for those of a bot: letters, digits and _, each once. */
export class VariableNames {
  private readonly byId = new Map<string, string>()
  private readonly byName = new Map<string, string>()

  constructor(variables: readonly { id: string; name: string }[]) {
    const taken = new Set<string>(RESERVED_ROOTS)
    for (const { id, name } of variables) {
      const base = toName(name)
      let own = base
      for (let count = 2; taken.has(own); count++) own = `${base}_${count}`
      taken.add(own)
      this.byId.set(id, own)
      this.byName.set(name.trim(), own)
    }
  }

  get all(): string[] {
    return [...this.byId.values()]
  }

  /** The name for a variable's id; undefined when the bot has no such variable. */
  find(id: unknown): string | undefined {
    return typeof id === 'string' ? this.byId.get(id) : undefined
  }

  /** A text with its `{{Name}}` as templates; names nobody declared become empty, and `{{=code=}}` stays to be read. */
  text(source: unknown): string {
    if (typeof source !== 'string') return ''
    return source.replace(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
      const own = this.byName.get(name.trim())
      if (own !== undefined) return `{{ vars.${own} }}`
      return name.startsWith('=') ? whole.replaceAll('{{', '{ {').replaceAll('}}', '} }') : ''
    })
  }

  /** A script with its `{{Name}}` as what scripts read here. */
  script(source: string): string {
    return source.replace(/\{\{([^{}]+)\}\}/g, (_whole, name: string) => {
      const own = this.byName.get(name.trim())
      return own === undefined ? 'undefined' : `vars.${own}`
    })
  }
}

function toName(name: string): string {
  if (VARIABLE_NAME.test(name)) return name
  const slug = slugify(name).replaceAll('-', '_').slice(0, 60)
  return /^[a-z_]/.test(slug) ? slug : `v_${slug}`
}
