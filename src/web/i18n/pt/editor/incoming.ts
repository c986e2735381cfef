import type { incoming as english } from '../../en/editor/incoming.ts'

export const incoming: typeof english = {
  address: 'Endereço',
  about:
    'Outros sistemas o chamam com POST. Quem o conhece pode iniciar o fluxo, então guarde-o como uma chave.',
  noAddress:
    'É gerado quando o fluxo é publicado. Você pode gerá-lo agora para informá-lo antes em outro lugar.',
  make: 'Gerar o endereço',
  renew: 'Gerar de novo',
  renewQuestion: {
    title: 'Gerar um novo endereço?',
    description: 'O atual deixa de funcionar na hora. Os sistemas que o chamam precisam receber o novo.',
    action: 'Gerar de novo',
  },
  cameIn: 'O que chegou',
  nothing: 'Nada chegou ainda.',
  started: 'Iniciado',
  body: 'Conteúdo',
  query: 'Consulta',
  headers: 'Cabeçalhos',
  useSample: 'Usar como exemplo',
  sampleKept: 'O simulador começa com esta chamada.',
  showRun: 'Mostrar a execução',
  call: 'Chega uma chamada',
  callParts: 'A chamada: body, query, headers (JSON)',
  callUnreadable: 'Isto não é um objeto JSON com body, query e headers.',
  reasons: {
    REPEATED: 'Uma repetição: nada foi iniciado de novo',
    SIGNATURE_WRONG: 'Assinatura ausente ou errada',
    CONTACT_MISSING: 'Nenhum número encontrado',
    CONTACT_UNKNOWN: 'O número não é um contato',
    CALL_CONTENT_TYPE: 'Nem JSON nem formulário',
    BAD_REQUEST: 'O conteúdo não pode ser lido',
    INPUT_MISSING: 'Falta uma entrada',
    INPUT_INVALID: 'Uma entrada tem o tipo errado',
    RUN_EXISTS: 'Há uma execução no caminho',
    HANDOFF: 'Uma pessoa está com a conversa',
    BLACKLISTED: 'O contato nunca é respondido',
    ONCE: 'Só inicia uma vez por contato',
    RETRIGGER_IGNORED: 'Não inicia de novo',
    FLOW_NOT_ACTIVE: 'O fluxo não está publicado',
  },
}
