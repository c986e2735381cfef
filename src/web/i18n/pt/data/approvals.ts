import type { approvals as english } from '../../en/data/approvals.ts'

export const approvals: typeof english = {
  title: 'Esperando aprovação',
  queue: (count) => `Esperando aprovação (${count})`,
  back: 'Todas as conversas',
  empty: 'Nada espera aprovação',
  emptyBody:
    'As respostas de modelos que uma pessoa aprova antes do envio aparecem aqui, as de todos os números.',
  answers: 'Respostas que esperam aprovação',
  card: 'Uma resposta espera a sua aprovação',
  by: (when) => `Se ninguém decidir, ela não é enviada: ${when}`,
  of: (flow, client) => `${flow} · ${client}`,
  since: (count) =>
    count === 1
      ? 'O contato escreveu mais uma vez desde então. Isso é tratado depois da sua decisão.'
      : `O contato escreveu mais ${count} vezes desde então. Isso é tratado depois da sua decisão.`,
  sources: 'Fontes',
  test: 'Teste de um rascunho',
  text: 'Resposta',
  approve: 'Aprovar',
  edit: 'Editar',
  approveChanged: 'Aprovar com a mudança',
  decline: 'Recusar',
  takeOver: 'Assumir a conversa',
  approved: 'A resposta está a caminho.',
  declined: 'A resposta não é enviada.',
  takenOver: 'A conversa é sua. A resposta não é enviada.',
}
