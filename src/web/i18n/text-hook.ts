import { use } from 'react'
import type { Language } from '../../words/languages.ts'
import { presentLanguage, useLanguage } from './language.tsx'

type Loaders<Module> = Readonly<Record<'en', () => Promise<Module>>> &
  Readonly<Record<Exclude<Language, 'en'>, () => Promise<NoInfer<Module>>>>

/** While the connection is cut it is tried on and on; a service that lacks the file is of another version. */
const MOST_TRIES = 4
const RETRY_MS = 500

/** A page is not kept from people for longer by strings that do not come: they may be of something else. */
const MOST_WAIT_MS = 10_000

/** All that is on its way. */
const onTheirWay = new Set<Promise<unknown>>()

/**
 * Resolves once no strings are on their way any more, or took too long; those that could not be loaded are not waited for again.
 * Never rejects.
 */
export async function untilTextsLoaded(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MOST_WAIT_MS)
  })
  await Promise.race([Promise.allSettled(onTheirWay), tooLong])
  clearTimeout(timer)
}

/** What one part needs in each language; each is loaded when somebody reads it. */
class PartTexts<Module, Text> {
  readonly #loaders: Readonly<Record<Language, () => Promise<Module>>>
  readonly #pick: (module: Module) => Text
  readonly #loading = new Map<Language, Promise<Text>>()

  constructor(loaders: Loaders<Module>, pick: (module: Module) => Text) {
    this.#loaders = loaders
    this.#pick = pick
  }

  find(language: Language): Promise<Text> {
    return this.#loading.get(language) ?? this.#load(language)
  }

  #load(language: Language): Promise<Text> {
    const loading: Promise<Text> = this.#fetch(language).then((module) => {
      const text = this.#pick(module)
      // `use` reads these at once, and waits for nothing where they are there.
      void Object.assign(loading, { status: 'fulfilled', value: text })
      return text
    })
    this.#loading.set(language, loading)
    onTheirWay.add(loading)
    loading
      // The service is away: the page says so, and what asks again later may have more luck.
      .catch(() => this.#loading.delete(language))
      .finally(() => onTheirWay.delete(loading))
    return loading
  }

  /** A page that is open outlives a cut of the connection: what it lacks comes when it is back. */
  async #fetch(language: Language): Promise<Module> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#loaders[language]()
      } catch (error) {
        if (tries >= MOST_TRIES && navigator.onLine) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
}

/**
 * For the strings of one part, which are loaded with the pages that show them and only in the language that is read: a hook
 * that gives them in the present language. Until they are there, the nearest `Suspense` waits; who changes the language
 * goes on seeing the page as it was.
 */
export function createTextHook<Module, Text>(
  loaders: Loaders<Module>,
  pick: (module: Module) => Text,
): () => Text {
  const texts = new PartTexts(loaders, pick)
  // While the rest of the page is still being read.
  void texts.find(presentLanguage())
  // Always by `use`: a render that waited is played again, and has to call the same hooks then.
  return () => use(texts.find(useLanguage().language))
}
