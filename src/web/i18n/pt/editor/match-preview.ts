import type { preview as en } from '../../en/editor/match-preview.ts'

export const preview: typeof en = {
  title: 'Teste o que as pessoas escrevem',
  hint: 'Nada é enviado.',
  placeholder: 'Por exemplo: a segunda',
  none: 'Não foi entendido.',
  starts: 'Inicia o fluxo',
  kinds: {
    number: 'pelo número',
    name: 'palavra por palavra',
    among_words: 'entre palavras que nada escolhem',
    number_in_words: 'um número por extenso',
    synonym: 'por um sinônimo',
    part_of_name: 'por uma parte que nenhum outro tem',
    typing_error: 'com erros de digitação',
  },
}
