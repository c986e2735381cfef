import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** All pictures; git ignores them. */
const MADE = join(ROOT, 'screens')
/** Those that documents show, and the tree holds. */
const SHOWN = join(ROOT, 'docs', 'screens')
/** All that says something of the guidelines. */
const ALL_RULES = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Those that another theme can break: the others look at names, roles, order and sizes, which are the same in each. */
const COLOUR_RULES = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }
type Rules = typeof ALL_RULES | typeof COLOUR_RULES
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** What takes the place of the rules' program in a document that has it already. */
const NOTHING = '0'

/**
 * In the page itself: by itself the library opens an empty page for each check, with a process of the browser's own, to put
 * together what was found in frames of other origins. Of pages with frames each frame gets the rules' program again.
 */
async function findViolations(page: Page, runOnly: Rules): Promise<string[]> {
  const hasRules = await page.evaluate<boolean>('window.axe !== undefined')
  const axeSource = hasRules && page.frames().length === 1 ? NOTHING : undefined
  const { violations } = await new AxeBuilder({ page, ...(axeSource ? { axeSource } : {}) })
    .options({ runOnly, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * Colours move to their new values for a moment after the theme changed. What is folded away (closed `details`) has
 * such transitions too, but they do not begin before it is shown.
 */
const WAIT_FOR_COLOURS = `Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation.effect?.target?.checkVisibility())
    .map((animation) => animation.finished),
).then(() => {})`

/** Contrasts are looked at again, as a busy machine draws the colours of the new theme late; all else counts at once. */
async function expectAccessible(page: Page, what: string, rules: Rules = ALL_RULES): Promise<void> {
  let found = await findViolations(page, rules)
  for (let again = 0; again < 3 && found.length > 0; again++) {
    if (!found.every((violation) => violation.startsWith('color-contrast'))) break
    await page.evaluate(WAIT_FOR_COLOURS)
    found = await findViolations(page, rules)
  }
  expect(found, what).toEqual([])
}

/** Nothing may stand beyond the edge of the screen. */
async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** What people press or write in may not be cut off either, unless it can be scrolled to. Pages with a canvas are moved about. */
async function expectNothingCutOff(page: Page, what: string): Promise<void> {
  const cutOff = await page.evaluate<string[]>(`(() => {
    const isCutOff = (element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || (left >= -1 && right <= innerWidth + 1)) return false
      for (let around = element.parentElement; around; around = around.parentElement)
        if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return false
      return true
    }
    if (document.querySelector('.react-flow')) return []
    return [...document.querySelectorAll('button, a, input, select, textarea')]
      .filter(isCutOff)
      .map((element) => element.outerHTML.slice(0, 160))
  })()`)
  expect(cutOff, `${what} cuts something off`).toEqual([])
}

/** What heads a column of a table begins and ends where the column does. */
async function expectHeadingsOverColumns(page: Page, what: string): Promise<void> {
  const astray = await page.evaluate<string[]>(`(() => {
    const alignmentOf = (cell) => getComputedStyle(cell).textAlign
    const isAstray = (heading) => {
      const cell = heading.closest('table').querySelector('tbody tr')?.cells[heading.cellIndex]
      const isShown = !heading.querySelector('.sr-only')
      return isShown && cell !== undefined && alignmentOf(heading) !== alignmentOf(cell)
    }
    return [...document.querySelectorAll('thead th')].filter(isAstray).map((heading) => heading.outerHTML)
  })()`)
  expect(astray, `${what} has headings that do not stand over their columns`).toEqual([])
}

/**
 * With SCREENS=1, makes a picture of the page in `screens/`, and renews the one in `docs/screens` where documents show it.
 * Without notices, which pass; a page needs few colours, and its picture is small with them.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS !== '1') return
  mkdirSync(MADE, { recursive: true })
  const { default: sharp } = await import('sharp')
  const picture = await page.screenshot({ style: '[data-sonner-toaster] { display: none }' })
  const made = join(MADE, `${name}.png`)
  const shown = join(SHOWN, `${name}.png`)
  await sharp(picture).png({ palette: true, colours: 128, effort: 8 }).toFile(made)
  if (existsSync(shown)) copyFileSync(made, shown)
}

/** The same for a page that is none of the dashboard's, and so has no theme that can be waited for. */
export async function checkPlainPage(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of [
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(viewport)
    const what = `${name}, ${width}`
    await keepPicture(page, `${name}-${width}-light`)
    await expectAccessible(page, what)
    await expectNoSidewaysScroll(page, what)
    await expectNothingCutOff(page, what)
  }
}

/**
 * Holds the page that is open to the rules of accessibility, light and dark, wide and on a phone. With SCREENS=1 it
 * also keeps its pictures.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of [
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/)
      const what = `${name}, ${width}, ${colorScheme}`
      await page.evaluate(WAIT_FOR_COLOURS)
      await keepPicture(page, `${name}-${width}-${colorScheme}`)
      await expectAccessible(page, what, colorScheme === 'dark' ? COLOUR_RULES : ALL_RULES)
      await expectNoSidewaysScroll(page, what)
      await expectNothingCutOff(page, what)
      await expectHeadingsOverColumns(page, what)
    }
  }
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
}
