import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const SCREENS = join(import.meta.dirname, '..', '..', 'docs', 'screens')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, what).toEqual([])
}

/** Nothing may stand beyond the edge of the screen. */
async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0)
}

/**
 * Holds the page that is open to the rules of accessibility, light and dark, wide and on a phone. With SCREENS=1 it
 * also keeps its pictures in docs/screens.
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
      // Colours move to their new values for a moment after the theme changed.
      await page.evaluate(
        'Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(() => {})',
      )
      if (process.env.SCREENS === '1') {
        mkdirSync(SCREENS, { recursive: true })
        await page.screenshot({ path: join(SCREENS, `${name}-${width}-${colorScheme}.png`) })
      }
      await expectAccessible(page, what)
      await expectNoSidewaysScroll(page, what)
    }
  }
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
}
