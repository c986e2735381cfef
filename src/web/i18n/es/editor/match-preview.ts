import type { preview as en } from '../../en/editor/match-preview.ts'

export const preview: typeof en = {
  title: 'Prueba lo que escribe la gente',
  hint: 'No se envía nada.',
  placeholder: 'Por ejemplo: la segunda',
  none: 'No se entendió.',
  starts: 'Inicia el flujo',
  kinds: {
    number: 'por su número',
    name: 'palabra por palabra',
    among_words: 'entre palabras que no eligen nada',
    number_in_words: 'un número en letras',
    synonym: 'por un sinónimo',
    part_of_name: 'por una parte que ninguna otra tiene',
    typing_error: 'con errores de escritura',
  },
}
