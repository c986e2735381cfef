import type { KnowledgeRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ADDRESSES: Readonly<Record<KnowledgeRefusals['KNOWLEDGE_ADDRESS']['why'], (host: string) => string>> = {
  unreadable: () => 'this is no address. Write one such as https://example.com/prices.',
  password: () => 'the address holds a password. Only pages that everybody may read are fetched.',
  private: (host) =>
    `${host} is an address inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).`,
}

const MIB = 1024 ** 2

export const knowledge: Sentences<KnowledgeRefusals> = {
  KNOWLEDGE_FULL: ({ what, most }) =>
    what === 'documents'
      ? `There are ${most} documents already, as many as your plan has room for. Remove one that is not needed.`
      : `Your documents may take ${most / MIB} MiB together. Remove one that is not needed, or add a smaller one.`,
  KNOWLEDGE_FILE_TOO_LARGE: ({ most }) =>
    `A document may have ${most / MIB} MiB. Divide it, or leave out its pictures.`,
  KNOWLEDGE_ADDRESS: ({ why, host }) => ADDRESSES[why](host),
  KNOWLEDGE_FILE_READ:
    'This file has been read, and a file does not change. Add the new one and remove this one.',
}
