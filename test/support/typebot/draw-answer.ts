import { offers } from './answers.ts'
import type { Bot, BotBlock } from './bot.ts'
import type { BotInterpreter } from './interpreter.ts'

/** What is written to both; our menus are also answered by number. */
export interface Answer {
  theirs: string
  ours: string
}

interface Drawing {
  /** What the bot compares with. */
  words: readonly string[]
  interpreter: BotInterpreter
  random: () => number
}

const WORDS = ['Bob', 'Maria Silva', 'blue sky', '42', 'no', 'a longer text of some words']
const NONSENSE = 'qwzx jkl'

const NUMBERS = ['1', '2', '3', '5', '7', '10', '18', '25', '99', '3.5', '-4']

/** Answers that are understood, and one that is not, by kind of question. */
const DRAWN: Readonly<Record<string, { right: readonly string[]; wrong: string }>> = {
  'number input': { right: NUMBERS, wrong: NONSENSE },
  'rating input': { right: ['1', '2', '3', '4', '5'], wrong: '9999' },
  'email input': { right: ['ana@example.com', 'BOB@Example.org'], wrong: 'not an address' },
  'url input': { right: ['https://example.com/a', 'example.org'], wrong: NONSENSE },
  'phone number input': { right: ['+351912345678', '+5511987654321'], wrong: NONSENSE },
  'date input': { right: ['2026-05-20', '2025-12-01'], wrong: NONSENSE },
  'time input': { right: ['09:30', '23:59'], wrong: NONSENSE },
}

/** An answer drawn by chance, now and then one that the question does not understand. */
export function drawAnswer(block: BotBlock, drawing: Drawing): Answer {
  const { words, random } = drawing
  if (/choice input$/.test(block.type)) return drawChoice(block, drawing)
  const isWrong = random() < 0.15
  const { right, wrong } = DRAWN[block.type] ?? { right: [...WORDS, ...words], wrong: NONSENSE }
  const compared = block.type === 'number input' ? words.filter((word) => /^\d+$/.test(word)) : []
  return same(isWrong ? wrong : pick([...right, ...compared], random))
}

function drawChoice(block: BotBlock, { interpreter, random }: Drawing): Answer {
  const shown = offers(block, interpreter.variables)
  if (random() < 0.15 || shown.length === 0) return same(NONSENSE)
  if (block.options?.isMultipleChoice === true) {
    const chosen = shown.flatMap((offer, index) => (random() < 0.5 ? [{ ...offer, index }] : []))
    const named = chosen.map(({ label, index }) => (random() < 0.5 ? label.trim() : String(index + 1)))
    return same(named.join(', ') || NONSENSE)
  }
  const offer = pick(shown, random)
  const isNumber = random() < 0.4 && !shown.some(({ label }) => /^\d+$/.test(label.trim()))
  const theirs = random() < 0.3 ? offer.value : offer.label
  return { theirs: theirs.trim(), ours: isNumber ? String(shown.indexOf(offer) + 1) : theirs.trim() }
}

const same = (text: string): Answer => ({ theirs: text, ours: text })

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

/** The texts the bot compares with, and what is nearly the same. */
export function comparedIn(bot: Bot): string[] {
  const found = [
    ...JSON.stringify(bot.groups).matchAll(
      /"comparisonOperator":"[^"]*","value":"([^"\\{}/]+)"|"value":"([^"\\{}/]+)","comparisonOperator"/g,
    ),
  ]
  return found.flatMap(([, one, other]) => {
    const text = (one ?? other ?? '').trim()
    return text === '' ? [] : [text, text.toUpperCase(), `${text} and more`]
  })
}

/** Mulberry32: small, and the same everywhere for a seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
