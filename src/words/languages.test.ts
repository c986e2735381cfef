import { describe, expect, it } from 'vitest'
import { chooseLanguage, chooseRegion } from './languages.ts'

describe('the language of somebody who has chosen none', () => {
  it.each([
    ['the first they read', ['pt-BR', 'en'], 'pt'],
    ['the same in another country', ['pt-PT'], 'pt'],
    ['the second where we lack the first', ['de-DE', 'pt', 'en'], 'pt'],
    ['one of three', ['es-MX', 'en'], 'es'],
    ['English where we have none', ['de', 'ptx'], 'en'],
    ['English where the browser says nothing', [], 'en'],
  ] as const)('is %s', (_, read, language) => {
    expect(chooseLanguage(read)).toBe(language)
  })
})

describe('dates and numbers', () => {
  it.each([
    ['as in the country of the reader', 'en', ['pt-BR', 'en-GB'], 'en-GB'],
    ['as in Argentina for who reads it there', 'es', ['es-AR', 'es'], 'es-AR'],
    ['as all of Latin America understands them', 'es', ['es'], 'es-419'],
    ['as the language has them for who reads another', 'pt', ['en-US'], 'pt-BR'],
    ['as the language has them where the browser names no country', 'pt', ['pt'], 'pt-BR'],
    ['as the language has them where the browser writes no tag', 'en', ['en-US@posix'], 'en'],
  ] as const)('are written %s', (_, language, read, region) => {
    expect(chooseRegion(language, read)).toBe(region)
  })
})
