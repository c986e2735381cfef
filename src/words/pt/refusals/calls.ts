import type { CallRefusals, RefusalParams } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ROLES: Readonly<Record<RefusalParams['ROLE_MISSING']['role'], string>> = {
  owner: 'Quem é dono',
  admin: 'Quem administra',
  agent: 'Quem atende',
  viewer: 'Quem só vê',
}

const RIGHTS: Readonly<Record<RefusalParams['ROLE_MISSING']['right'], string>> = {
  view: 'ver isto',
  inspect: 'ver isto',
  talk: 'escrever a contatos ou mudá-los',
  build: 'mudar fluxos nem o que eles usam',
  manage: 'mudar números, segredos nem membros',
  own: 'excluir nem passar adiante',
}

export const calls: Sentences<CallRefusals> = {
  ADMINS_ONLY: 'Só administradores podem fazer isto.',
  ROLE_MISSING: ({ role, right }) =>
    `${ROLES[role]} não pode ${RIGHTS[right]} neste espaço. Peça a quem é dono ou administra o espaço.`,
  WORKSPACE_LEFT:
    'Esta página mostra outro espaço, não aquele em que você trabalha agora. Nada foi feito. Carregue-a de novo ou volte ao espaço dela.',
  PEOPLE_ONLY: 'Nenhuma chave pode fazer isto. É só para pessoas que entraram, no painel.',
  CONTENT_TYPE: 'Envie JSON em UTF-8 com o cabeçalho Content-Type: application/json.',
  BODY_TOO_LARGE: ({ mib }) => `O pedido tem mais de ${mib} MiB, o limite daqui.`,
  BODY_TOO_LARGE_BESIDE: ({ field }) =>
    `O pedido tem mais de 1 MiB sem os arquivos em ${field}. Envie menos além deles; arquivos também podem ser dados por URL.`,
  SHORT_FILES_TOO_LARGE:
    'O pedido traz mais de 16 MiB de arquivos com menos de 256 KiB cada um. Envie menos arquivos de uma vez.',
  BODY_TOO_MANY_VALUES: ({ most }) =>
    `O pedido tem mais de ${most} valores e chaves. Envie menos de uma vez.`,
  BODY_TOO_DEEP: ({ levels }) => `O pedido não é JSON válido: tem mais de ${levels} níveis.`,
  BODY_ENDED_EARLY: 'O pedido terminou antes do fim. Tente de novo.',
}
