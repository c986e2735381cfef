/** Numbers from 1 on in words, folded, a text a language. Words for the same number are joined by a stroke. */
const LANGUAGES: readonly string[] = [
  // English
  `one/first two/second three/third four/fourth five/fifth six/sixth seven/seventh eight/eighth nine/ninth ten/tenth
   eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`,
  // Portuguese
  `um/uma/primeiro/primeira dois/duas/segundo/segunda tres/terceiro/terceira quatro/quarto/quarta cinco/quinto/quinta
   seis/sexto/sexta sete/setimo/setima oito/oitavo/oitava nove/nono/nona dez/decimo/decima
   onze doze treze quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove vinte`,
  // Spanish
  `uno/una/primero/primera/primer dos tres/tercero/tercera cuatro/cuarto/cuarta cinco/quinto/quinta
   seis/sexto/sexta siete/septimo/septima ocho/octavo/octava nueve/noveno/novena diez/decimo/decima
   once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte`,
  // French
  `un/une/premier/premiere deux/deuxieme trois/troisieme quatre/quatrieme cinq/cinquieme
   six/sixieme sept/septieme huit/huitieme neuf/neuvieme dix/dixieme onze douze treize quatorze quinze seize`,
  // German
  `eins/erste/erster/erstes zwei/zweite drei/dritte vier/vierte funf/funfte
   sechs/sechste sieben/siebte acht/achte neun/neunte zehn/zehnte elf zwolf`,
  // Italian
  `uno/una/primo/prima due/secondo/seconda tre/terzo/terza quattro/quarto/quarta cinque/quinto/quinta
   sei/sesto/sesta sette/settimo/settima otto/ottavo/ottava nove/nono/nona dieci/decimo/decima undici dodici`,
]

const NUMBERS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((text) =>
    text.split(/\s+/).flatMap((same, index) => same.split('/').map((word) => [word, index + 1] as const)),
  ),
)

/** The number that one folded word says in English, Portuguese, Spanish, French, German or Italian; null for any other. */
export function readNumberWord(word: string): number | null {
  return NUMBERS.get(word) ?? null
}
