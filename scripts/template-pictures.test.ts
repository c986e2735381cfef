import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CARD, drawPicture } from '../src/web/features/flows/templates/picture.ts'
import { buildPicture } from './template-pictures.ts'

const node = (id: string, type: string) => ({ id, type, position: { x: 0, y: 0 }, data: {} })
const edge = (source: string, target: string, sourceHandle = 'out') => ({
  id: `${source}-${sourceHandle}-${target}`,
  source,
  target,
  sourceHandle,
})

test('a picture has the cards of a flow by their kinds, from left to right, and the lines that lead on', () => {
  const nodes = [node('start', 'trigger.keyword'), node('ask', 'ask'), node('bye', 'send.text')]
  const edges = [
    edge('start', 'ask'),
    edge('ask', 'bye', 'reply'),
    edge('ask', 'bye', 'timeout'),
    edge('bye', 'ask'),
  ]
  const { cards, lines } = buildPicture({ nodes, edges })
  expect(cards.map(([kind]) => kind)).toEqual(['trigger', 'input', 'message'])
  const [first = 0, second = 0, third = 0] = cards.map(([, x]) => x)
  expect(second).toBeGreaterThanOrEqual(first + CARD.width)
  expect(third).toBeGreaterThanOrEqual(second + CARD.width)
  expect(lines).toEqual([
    [0, 1],
    [1, 2],
  ])
})

test('a flow of a few cards is drawn no larger than others', () => {
  const { viewBox, cards, heads } = drawPicture({ cards: [['trigger', 0, 0]], lines: [] })
  expect(viewBox).toBe('-160 -53 360 130')
  expect(cards).toBe('M0 0h40v24h-40z')
  expect(heads).toEqual([['trigger', 'M0 0h40v7h-40z']])
})

// That they are as they would be drawn now is looked at with the other generated files.
test('the pictures of all templates stay small', () => {
  const kept = readFileSync('src/web/features/flows/templates/pictures.json', 'utf8')
  expect(kept.length).toBeLessThan(25_000)
})
