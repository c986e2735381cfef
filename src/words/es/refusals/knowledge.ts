import type { KnowledgeRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ADDRESSES: Readonly<Record<KnowledgeRefusals['KNOWLEDGE_ADDRESS']['why'], (host: string) => string>> = {
  unreadable: () => 'esto no es una dirección. Escribe una como https://example.com/precios.',
  password: () => 'la dirección contiene una contraseña. Solo se leen páginas que todos pueden leer.',
  private: (host) =>
    `${host} es una dirección de una red privada, a la que no se llama. Un operador puede permitirla (OUTBOUND_ALLOW).`,
}

const MIB = 1024 ** 2

export const knowledge: Sentences<KnowledgeRefusals> = {
  KNOWLEDGE_FULL: ({ what, most }) =>
    what === 'documents'
      ? `Ya hay ${most} documentos, tantos como caben en tu plan. Quita uno que no haga falta.`
      : `Tus documentos pueden tener ${most / MIB} MiB en total. Quita uno que no haga falta, o agrega uno más pequeño.`,
  KNOWLEDGE_FILE_TOO_LARGE: ({ most }) =>
    `Un documento puede tener ${most / MIB} MiB. Divídelo, o quítale las imágenes.`,
  KNOWLEDGE_ADDRESS: ({ why, host }) => ADDRESSES[why](host),
  KNOWLEDGE_FILE_READ: 'Este archivo ya se leyó, y un archivo no cambia. Agrega el nuevo y quita este.',
}
