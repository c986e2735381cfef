import { linkingSentences } from './service-sentences-linking.ts'

/**
 * Sentences that the service answers as results, such as the problem of a proxy or the error of a run, with {} for what
 * varies, and the same in this language. Why a call was refused is said by its reason (refusals/).
 */
export const serviceSentences: readonly (readonly [service: string, told: string])[] = [
  // Clients, workers and people
  [
    'The client is not connected, so nothing was sent. Start its worker or wait until it is connected, then call again.',
    'O cliente não está conectado, então nada foi enviado. Inicie o cliente ou espere que se conecte e tente de novo.',
  ],
  ...linkingSentences,
  // Errors of messages, which are stored as text
  [
    'The file could not be put on the network’s media server: {} Nothing was sent.',
    'O arquivo não pôde ser posto no servidor de mídia da rede: {} Nada foi enviado.',
  ],
  [
    '{} is not on the network, so nothing was sent. Check the number with its country code.',
    '{} não está na rede, então nada foi enviado. Confira o número com o código do país.',
  ],
  [
    'The network did not answer whether it knows this number, so nothing was sent. Call again.',
    'A rede não respondeu se conhece este número, então nada foi enviado. Tente de novo.',
  ],
  [
    'The network did not answer in time, so nothing was sent. Call again.',
    'A rede não respondeu a tempo, então nada foi enviado. Tente de novo.',
  ],
  [
    'The client already has {} messages waiting, so this one was not taken. Call again later, or raise sendRatePerSecond.',
    'O cliente já tem {} mensagens na fila, então esta não entrou. Tente mais tarde, ou aumente as mensagens por segundo.',
  ],
  [
    'This JSON text cannot be taken: it nests deeper than {} levels.',
    'Este JSON não pode ser aceito: tem mais de {} níveis.',
  ],
  [
    'This JSON text cannot be taken: it holds more than {} values and keys.',
    'Este JSON não pode ser aceito: tem mais de {} valores e chaves.',
  ],
  ['This may not be empty.', 'Isto não pode ficar vazio.'],
  ['Give exactly {} characters.', 'Dê exatamente {} caracteres.'],
  ['Give at least {} characters.', 'Dê pelo menos {} caracteres.'],
  ['Give at most {} characters.', 'Dê no máximo {} caracteres.'],
  ['Give exactly {} entries.', 'Dê exatamente {} itens.'],
  ['Give at least {} entries.', 'Dê pelo menos {} itens.'],
  ['Give at most {} entries.', 'Dê no máximo {} itens.'],
  ['Give at least {}.', 'Dê pelo menos {}.'],
  ['Give at most {}.', 'Dê no máximo {}.'],
  ['Give more than {}.', 'Dê mais de {}.'],
  ['Give less than {}.', 'Dê menos de {}.'],
  // Secrets
  [
    'A name is letters, digits and _, and begins with no digit.',
    'Um nome tem letras sem acento, dígitos e _, e não começa com dígito.',
  ],
  [
    'A host is a name such as api.example.com, *.example.com for all below it, or an address; without https:// and path.',
    'Um servidor é um nome como api.example.com, *.example.com para todos abaixo dele, ou um endereço; sem https:// e caminho.',
  ],
]
