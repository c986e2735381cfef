import { fold } from '../../../core/search-pattern.ts'

/** What is longer is no word that anybody looks for. */
const MAX_WORD_CHARS = 40
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that write words without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Made when the first text needs it: its dictionaries take 13 ms, which every start of a process would wait for. */
let segmenter: Intl.Segmenter | undefined

/** The words of a text as they are looked for: in lower case, without accents, and without their endings. */
export function* readWords(text: string): Generator<string> {
  for (const [run] of text.matchAll(WORD)) {
    if (!UNSPACED.test(run)) yield toStem(fold(run))
    else {
      segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
      for (const { segment, isWordLike } of segmenter.segment(run))
        if (isWordLike) yield toStem(fold(segment))
    }
  }
}

/**
 * Endings of plurals, verbs and adverbs in English and Portuguese, longest first. They need not be right: a question and a
 * text have to come to the same, and that is measured (`recall.db.test.ts`).
 */
const ENDINGS: readonly string[] = [
  ...['amentos', 'imentos', 'amento', 'imento', 'amente', 'mente', 'acoes', 'icoes', 'acao', 'icao'],
  ...['ations', 'ation', 'aremos', 'eremos', 'iremos', 'assem', 'essem'],
  ...[
    'amos',
    'emos',
    'imos',
    'ando',
    'endo',
    'indo',
    'aram',
    'eram',
    'iram',
    'avam',
    'ados',
    'adas',
    'idos',
    'idas',
  ],
  ...['oes', 'aes', 'ado', 'ada', 'ido', 'ida', 'ava', 'ing', 'ies', 'ied', 'ion', 'aria', 'eria'],
  ...[
    'ar',
    'er',
    'ir',
    'am',
    'em',
    'ou',
    'ei',
    'iu',
    'as',
    'es',
    'os',
    'is',
    'ed',
    'ly',
    'ao',
    'al',
    'el',
    'ns',
  ],
  ...['a', 'e', 'i', 'o', 'u', 's', 'y', 'm', 'r', 'z', 'l'],
]
const SHORTEST_STEM = 4

/** What is left of a word without its ending; a number stays as it is. */
export function toStem(word: string): string {
  const cut = word.slice(0, MAX_WORD_CHARS).toWellFormed()
  if (/\p{N}/u.test(cut) || cut.length < SHORTEST_STEM) return cut
  // "dia" and "dias", "day" and "days".
  if (cut.length === SHORTEST_STEM) return cut.endsWith('s') ? cut.slice(0, -1) : cut
  const ending = ENDINGS.find((one) => cut.length - one.length >= SHORTEST_STEM && cut.endsWith(one))
  return ending === undefined ? cut : cut.slice(0, -ending.length)
}

/** Words of questions that say nothing about what is asked, in English and Portuguese, as `readWords` has them. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a about am an and any are as at be by can could did do does for from get got had has have hello hey hi how i if in into is it its
   let may me my need of on or our please shall should so some than that the their them then there these they this those to us want
   was we were what when where which who whom why will with would you your
   ao aos as com como da das de do dos e ela elas ele eles em era essa esse esta este eu foi ha isso isto ja la lhe mais mas me meu
   meus minha minhas muito na nas nao nem no nos nossa nosso o oi ola onde os ou para pela pelo por pra qual quais quando que quem
   queria quero se sem ser seu seus sobre sua suas tem tenho ter um uma umas uns vai voce voces vou pode posso podem saber gostaria
   tudo bem bom boa dia tarde noite obrigado obrigada favor thanks thank know tell`
    .split(/\s+/)
    .map(toStem),
)

export const isEmptyWord = (word: string): boolean => EMPTY_WORDS.has(word)
