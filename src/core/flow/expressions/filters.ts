import type { filters as builtinFilters, FilterImplOptions, Liquid } from 'liquidjs'
import { parsePhone } from './answers.ts'
import { slugify } from './fold.ts'

type FilterThis = { context: { globals: object } }

/** Reads one setting of the flow that is rendering; the renderer passes them as the template's globals. */
function setting(self: FilterThis, name: 'now' | 'timezone' | 'locale' | 'defaultCountry' | 'seed'): unknown {
  const globals = self.context.globals as Record<string, unknown>
  return globals[name]
}

/** Adds the filters of docs/flows.md (phone, digits, money, date with zone, slugify, json, pick_random). */
export function addFilters(liquid: Liquid, builtin: typeof builtinFilters): void {
  liquid.registerFilter('digits', (value: unknown) => textOf(value).replace(/\D/g, ''))
  liquid.registerFilter('slugify', (value: unknown) => slugify(textOf(value)))
  liquid.registerFilter('json', (value: unknown) => JSON.stringify(value ?? null))
  liquid.registerFilter('phone', function (this: FilterThis, value: unknown, style?: unknown) {
    return formatPhone(textOf(value), textOf(style) || 'international', setting(this, 'defaultCountry'))
  })
  liquid.registerFilter('money', function (this: FilterThis, value: unknown, currency?: unknown) {
    return formatMoney(value, textOf(currency) || 'EUR', textOf(setting(this, 'locale')))
  })
  liquid.registerFilter('pick_random', function (this: FilterThis, value: unknown) {
    const items = Array.isArray(value) ? value : textOf(value).split('|')
    return items[hashText(textOf(setting(this, 'seed'))) % Math.max(items.length, 1)]
  })
  if (builtin.date) liquid.registerFilter('date', buildDateFilter(builtin.date))
}

function buildDateFilter(format: FilterImplOptions): FilterImplOptions {
  const implementation = typeof format === 'function' ? format : format.handler
  return function (value, ...args) {
    const now = Number(setting(this as unknown as FilterThis, 'now'))
    const date = value === 'now' || value === 'today' ? new Date(now) : value
    // A day by itself is the same day everywhere; read as its midnight in UTC it would be the day before in the west.
    const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim())
    const zone = isDay ? 'UTC' : textOf(args[1]) || textOf(setting(this as unknown as FilterThis, 'timezone'))
    return implementation.call(this, date, args[0] ?? '%Y-%m-%d', zone)
  }
}

function formatPhone(text: string, style: string, country: unknown): string {
  const phone = parsePhone(text, typeof country === 'string' ? country : null)
  if (!phone) return text
  if (style === 'national') return phone.formatNational()
  return style === 'e164' ? phone.number : phone.formatInternational()
}

function formatMoney(value: unknown, currency: string, locale: string): string {
  const amount = Number(value)
  if (value === null || value === undefined || value === '' || Number.isNaN(amount)) return textOf(value)
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount.toFixed(2)} ${currency}`
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** FNV-1a over the text: an even, repeatable spread for seeded choices. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}
