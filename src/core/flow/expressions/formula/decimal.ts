/** An exact decimal number: `units` divided by ten to the power of `scale`, which is never negative. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Digits that a result keeps at most; what is longer is rounded, half away from zero. */
const MAX_DIGITS = 34
const MAX_EXPONENT = 30

const ten = (power: number): bigint => 10n ** BigInt(power)
const magnitude = (units: bigint): bigint => (units < 0n ? -units : units)
const countDigits = (units: bigint): number => magnitude(units).toString().length

/** The decimal that a number is written as: 0.1 is one tenth. Null where it is no number or too large to count with. */
export function toDecimal(value: number): Decimal | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const units = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  if (scale > 2 * MAX_DIGITS) return { units: 0n, scale: 0 }
  return bounded(
    scale < 0 && scale >= -2 * MAX_EXPONENT ? { units: units * ten(-scale), scale: 0 } : { units, scale },
  )
}

export function toNumber({ units, scale }: Decimal): number {
  return Number(`${units}e${-scale}`)
}

export function add(a: Decimal, b: Decimal): Decimal | null {
  const scale = Math.max(a.scale, b.scale)
  return bounded({ units: a.units * ten(scale - a.scale) + b.units * ten(scale - b.scale), scale })
}

/** The sum of two numbers as they are written: 0.1 and 0.2 are 0.3. */
export function addExactly(a: number, b: number): number {
  const [left, right] = [toDecimal(a), toDecimal(b)]
  const sum = left && right && add(left, right)
  return sum ? toNumber(sum) : a + b
}

export const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

export function multiply(a: Decimal, b: Decimal): Decimal | null {
  return bounded({ units: a.units * b.units, scale: a.scale + b.scale })
}

/** The quotient, rounded to the digits that are kept. `b` is not zero. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  const shift = Math.max(0, MAX_DIGITS + 1 + countDigits(b.units) - countDigits(a.units))
  const scale = a.scale - b.scale + shift
  const units = divideRounded(a.units * ten(shift), b.units)
  return bounded(scale < 0 ? { units: units * ten(-scale), scale: 0 } : { units, scale })
}

/** What is left of `a` after whole times `b`, with the sign of `a`. `b` is not zero. */
export function remainder(a: Decimal, b: Decimal): Decimal | null {
  const scale = Math.max(a.scale, b.scale)
  return bounded({ units: (a.units * ten(scale - a.scale)) % (b.units * ten(scale - b.scale)), scale })
}

export type Rounding = 'nearest' | 'down' | 'up'

/** Rounds to so many places behind the point: to the nearest with halves away from zero, down, or up. */
export function roundTo(value: Decimal, places: number, way: Rounding): Decimal {
  const drop = value.scale - places
  if (drop <= 0) return value
  const unit = ten(drop)
  if (way === 'nearest') return { units: divideRounded(value.units, unit), scale: places }
  const whole = value.units / unit
  const isExact = whole * unit === value.units
  const isAway = value.units > 0n === (way === 'up')
  const step = isExact || !isAway ? 0n : way === 'up' ? 1n : -1n
  return { units: whole + step, scale: places }
}

/** Halves go away from zero. */
function divideRounded(units: bigint, by: bigint): bigint {
  const quotient = units / by
  const rest = magnitude(units % by)
  if (2n * rest < magnitude(by)) return quotient
  return quotient + (units < 0n === by < 0n ? 1n : -1n)
}

/** Keeps a result within the digits that are kept; null for one that is too large to count with. */
function bounded(value: Decimal): Decimal | null {
  const digits = countDigits(value.units)
  if (digits - value.scale > MAX_EXPONENT) return null
  const over = digits - MAX_DIGITS
  return over > 0 && value.scale > 0 ? roundTo(value, Math.max(0, value.scale - over), 'nearest') : value
}
