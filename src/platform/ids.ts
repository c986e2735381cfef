import { type Clock, systemClock } from './clock.ts'
import { drawRandomBytes } from './random-pool.ts'

declare const brand: unique symbol
/** A string that was checked or made to be the id of one kind of thing; nothing else fits where it is asked for. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** True for the text form of a UUID of any version. The database refuses other text with an error, so check first. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Text from outside as an id, or undefined when no id can look like that. */
export function parseId<Kind extends string>(text: string): Id<Kind> | undefined {
  return isUuid(text) ? toId<Kind>(text.toLowerCase()) : undefined
}

export type IdSource = <Kind extends string = string>() => Id<Kind>

/**
 * UUIDs of version 7 (RFC 9562): the time in milliseconds first, so that ids sort by their making and rows made
 * together lie together. Those of one source always ascend, also within a millisecond or when the clock steps back.
 */
export function createIdSource(
  clock: Clock = systemClock,
  random: (size: number) => Uint8Array = drawRandomBytes,
): IdSource {
  let lastMs = 0
  let counter = 0
  return <Kind extends string>() => {
    const nowMs = clock.nowMs()
    if (nowMs > lastMs) {
      lastMs = nowMs
      counter = readCounterStart(random(2))
    } else {
      counter += 1
      if (counter > 0xfff) {
        lastMs += 1
        counter = 0
      }
    }
    return toId<Kind>(formatUuid7(lastMs, counter, random(8)))
  }
}

/** Makes the next id of the process. */
export const newId: IdSource = createIdSource()

/** The upper half stays free, so that a burst within the millisecond seldom has to borrow from the next one. */
function readCounterStart(bytes: Uint8Array): number {
  return (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) & 0x7ff
}

function formatUuid7(ms: number, counter: number, random: Uint8Array): string {
  const time = ms.toString(16).padStart(12, '0')
  const tail = Buffer.from(random).toString('hex')
  const variant = (0x8 | (Number.parseInt(tail.slice(0, 1), 16) & 0x3)).toString(16)
  const rand = `7${counter.toString(16).padStart(3, '0')}`
  return `${time.slice(0, 8)}-${time.slice(8)}-${rand}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`
}

function toId<Kind extends string>(text: string): Id<Kind> {
  return text as Id<Kind>
}
