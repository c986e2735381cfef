import type { KnowledgeRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ADDRESSES: Readonly<Record<KnowledgeRefusals['KNOWLEDGE_ADDRESS']['why'], (host: string) => string>> = {
  unreadable: () => 'isto não é um endereço. Escreva um como https://example.com/precos.',
  password: () => 'o endereço contém uma senha. Só são lidas páginas que todos podem ler.',
  private: (host) =>
    `${host} é um endereço de uma rede privada, que não é chamado. Quem opera o serviço pode permiti-lo (OUTBOUND_ALLOW).`,
}

const MIB = 1024 ** 2

export const knowledge: Sentences<KnowledgeRefusals> = {
  KNOWLEDGE_FULL: ({ what, most }) =>
    what === 'documents'
      ? `Já há ${most} documentos, tantos quantos cabem no seu plano. Apague um que não seja necessário.`
      : `Seus documentos podem ter ${most / MIB} MiB juntos. Apague um que não seja necessário, ou adicione um menor.`,
  KNOWLEDGE_FILE_TOO_LARGE: ({ most }) =>
    `Um documento pode ter ${most / MIB} MiB. Divida-o, ou tire as imagens.`,
  KNOWLEDGE_ADDRESS: ({ why, host }) => ADDRESSES[why](host),
  KNOWLEDGE_FILE_READ: 'Este arquivo já foi lido, e um arquivo não muda. Adicione o novo e apague este.',
}
