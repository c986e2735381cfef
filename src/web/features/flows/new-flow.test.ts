import { afterEach, expect, test, vi } from 'vitest'
import { buildNewFlow } from './new-flow.ts'

afterEach(() => vi.unstubAllGlobals())

const WORDS = { newName: 'Novo fluxo', newFallback: 'Desculpe, não percebi.' }

test('a new flow repeats what was not understood, in the time zone and language of the browser', () => {
  vi.stubGlobal('navigator', { language: 'pt-PT' })
  expect(buildNewFlow(WORDS, [{ id: 'c' }])).toEqual({
    version: 1,
    name: 'Novo fluxo',
    fallbackBehavior: 'send_text_and_repeat',
    fallbackText: 'Desculpe, não percebi.',
    settings: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: 'pt-PT' },
    clientId: 'c',
  })
})

test('a new flow belongs to no client when there are several', () => {
  expect(buildNewFlow(WORDS, [{ id: 'c' }, { id: 'd' }])).not.toHaveProperty('clientId')
})
