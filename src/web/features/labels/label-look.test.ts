import { describe, expect, test } from 'vitest'
import { LABEL_COLOURS } from '../../../contract/conversations/label-colours.ts'
import { LABEL_LOOKS, labelStyle } from './label-look.ts'

/** Of WCAG 2.2, as are the rules below. */
const LEAST_FOR_TEXT = 4.5

const channels = (hex: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255)

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('contrast is reckoned as the rules give it', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1)
})

describe.each(LABEL_COLOURS)('a label in %s', (colour) => {
  test.each(['light', 'dark'] as const)('is read on a %s page', (page) => {
    const { ground, ink } = LABEL_LOOKS[colour][page]
    expect(contrast(ground, ink)).toBeGreaterThanOrEqual(LEAST_FOR_TEXT)
  })

  test('gives its page all four colours', () => {
    expect(Object.values(labelStyle(colour))).toHaveLength(4)
  })
})

test('no two colours look alike', () => {
  for (const page of ['light', 'dark'] as const)
    expect(new Set(LABEL_COLOURS.map((colour) => LABEL_LOOKS[colour][page].ground)).size).toBe(
      LABEL_COLOURS.length,
    )
})
