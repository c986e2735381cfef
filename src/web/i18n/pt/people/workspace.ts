import type { Catalogue } from '../../en/index.ts'

export const workspace: Catalogue['workspace'] = {
  switchTo: 'Espaço de trabalho',
  noNumbers: 'Ainda não há nenhum número para você aqui.',
  readOnly: 'Aqui você só lê: acompanhe as conversas. Peça a quem administra se precisar escrever.',
  lacks: {
    view: 'Você não pode ver isto.',
    inspect: 'Só quem é dono, administra ou só vê enxerga isto.',
    talk: 'Quem só vê acompanha a leitura; peça a quem administra se precisar escrever.',
    build: 'Só quem é dono ou administra muda fluxos.',
    manage: 'Só quem é dono ou administra pode fazer isto.',
    own: 'Só quem é dono pode fazer isto.',
  },
}
