import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const require = createRequire(import.meta.url)
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

/** The program that holds a page to the rules, which sets `axe`. */
const RULES_PROGRAM = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** What a look at a page found, each as a list of sentences or elements. */
interface Findings {
  /** Of the rules of accessibility. */
  violations: string[]
  /** How far the page stands beyond the edge of the screen, in pixels. */
  overflow: number
  /** What people press or write in, and cannot see whole. */
  cutOff: string[]
  /** Headings that do not begin and end where their columns do. */
  astray: string[]
}

/**
 * Colours move to their new values for a moment after the theme changed. What is folded away (closed `details`) has
 * such transitions too, but they do not begin before it is shown.
 */
const WAIT_FOR_COLOURS = `await Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation.effect?.target?.checkVisibility())
    .map((animation) => animation.finished),
)`

/** What people press or write in may not be cut off, unless it can be scrolled to. Pages with a canvas are moved about. */
const FIND_CUT_OFF = `
  const isCutOff = (element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1 || (left >= -1 && right <= innerWidth + 1)) return false
    for (let around = element.parentElement; around; around = around.parentElement)
      if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return false
    return true
  }
  const pressed = document.querySelector('.react-flow')
    ? []
    : [...document.querySelectorAll('button, a, input, select, textarea')]
  const cutOff = pressed.filter(isCutOff).map((element) => element.outerHTML.slice(0, 160))`

/** What heads a column of a table begins and ends where the column does. */
const FIND_ASTRAY = `
  const alignmentOf = (cell) => getComputedStyle(cell).textAlign
  const isAstray = (heading) => {
    const cell = heading.closest('table').querySelector('tbody tr')?.cells[heading.cellIndex]
    const isShown = !heading.querySelector('.sr-only')
    return isShown && cell !== undefined && alignmentOf(heading) !== alignmentOf(cell)
  }
  const astray = [...document.querySelectorAll('thead th')].filter(isAstray).map((heading) => heading.outerHTML)`

/** All at once, as each question to a page costs more than most answers. */
const look = (runOnly: Rules) => `(async () => {
  // Parts that the program chooses by the width are in their places after the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  ${WAIT_FOR_COLOURS}
  const { violations: broken } = await axe.run(document, {
    runOnly: ${JSON.stringify(runOnly)},
    resultTypes: ['violations'],
  })
  const violations = broken.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '))
  const { scrollWidth, clientWidth } = document.documentElement
  ${FIND_CUT_OFF}
  ${FIND_ASTRAY}
  return { violations, overflow: scrollWidth - clientWidth, cutOff, astray }
})()`

/** A new document has none; of pages with frames each frame gets it. */
async function bringRules(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>('window.axe !== undefined'))) await frame.evaluate(RULES_PROGRAM)
}

/** Contrasts are looked at again, as a busy machine draws the colours of the new theme late; all else counts at once. */
async function expectSound(page: Page, what: string, rules: Rules = ALL_RULES): Promise<void> {
  await bringRules(page)
  let found = await page.evaluate<Findings>(look(rules))
  for (let again = 0; again < 3 && found.violations.length > 0; again++) {
    if (!found.violations.every((violation) => violation.startsWith('color-contrast'))) break
    found = await page.evaluate<Findings>(look(rules))
  }
  expect(found.violations, what).toEqual([])
  expect(found.overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0)
  expect(found.cutOff, `${what} cuts something off`).toEqual([])
  expect(found.astray, `${what} has headings that do not stand over their columns`).toEqual([])
}

/**
 * With SCREENS=1, makes a picture of the page in `screens/`, and renews the one in `docs/screens` where documents show it.
 * Without notices, which pass; a page needs few colours, and its picture is small with them.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS !== '1') return
  mkdirSync(MADE, { recursive: true })
  const { default: sharp } = await import('sharp')
  await page.evaluate(`(async () => { ${WAIT_FOR_COLOURS} })()`)
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
    await keepPicture(page, `${name}-${width}-light`)
    await expectSound(page, `${name}, ${width}`)
  }
}

/** In an order in which little changes from one to the next: each change draws the whole page anew. */
const LOOKS = [
  ['wide', 'light'],
  ['wide', 'dark'],
  ['phone', 'dark'],
  ['phone', 'light'],
] as const

/**
 * Holds the page that is open to the rules of accessibility, light and dark, wide and on a phone. With SCREENS=1 it
 * also keeps its pictures.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize(width === 'wide' ? WIDE : PHONE)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/)
    await keepPicture(page, `${name}-${width}-${colorScheme}`)
    await expectSound(
      page,
      `${name}, ${width}, ${colorScheme}`,
      colorScheme === 'dark' ? COLOUR_RULES : ALL_RULES,
    )
  }
  await page.setViewportSize(WIDE)
}
