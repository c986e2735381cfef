import { linkingSentences } from './service-sentences-linking.ts'

/**
 * Sentences that the service answers as results, such as the problem of a proxy or the error of a run, with {} for what
 * varies, and the same in this language. Why a call was refused is said by its reason (refusals/).
 */
export const serviceSentences: readonly (readonly [service: string, told: string])[] = [
  // Calls to addresses of others: webhooks
  ['It answered with status {}.', 'Respondeu com o estado {}.'],
  [
    'The receiver answered that it is gone (status 410). Correct the address and switch the webhook on again.',
    'O destino respondeu que não existe mais (estado 410). Corrija o endereço e ligue o webhook de novo.',
  ],
  ['The host {} was not found. Check its name.', 'O servidor {} não foi encontrado. Confira o nome.'],
  [
    '{} is called without encryption. Use https; an operator can list addresses that are called without it (OUTBOUND_ALLOW).',
    '{} seria chamado sem criptografia. Use https; quem opera o serviço pode listar endereços chamados sem ela (OUTBOUND_ALLOW).',
  ],
  [
    '{} is an address inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).',
    '{} é um endereço de uma rede privada, que não é chamado. Quem opera o serviço pode permitir (OUTBOUND_ALLOW).',
  ],
  ['The header {} cannot be sent.', 'O cabeçalho {} não pode ser enviado.'],
  ['This is no method of a request.', 'Isto não é um método de pedido.'],
  ['The address is not one of http or https. Correct it.', 'O endereço não é http nem https. Corrija.'],
  [
    'The address holds a password. Put it into a header instead.',
    'O endereço contém uma senha. Ponha em um cabeçalho.',
  ],
  ['{} could not be reached in time.', 'Não foi possível chegar a {} a tempo.'],
  ['{} redirects to an address without encryption.', '{} redireciona para um endereço sem criptografia.'],
  [
    'It redirects to another address. Use the final one.',
    'Redireciona para outro endereço. Use o endereço final.',
  ],
  ['More than {} redirects. Use the final one.', 'Mais de {} redirecionamentos. Use o endereço final.'],
  [
    '{} redirects a request with a body to another host. Use the final address.',
    '{} redireciona para outro servidor um pedido com conteúdo. Use o endereço final.',
  ],
  ['The answer of {} is larger than {} bytes.', 'A resposta de {} tem mais de {} bytes.'],
  ['No answer within {} ms.', 'Nenhuma resposta em {} ms.'],
  ['The request was given up.', 'O pedido foi abandonado.'],
  ['The connection could not be made ({}).', 'Não foi possível conectar ({}).'],
  ['The connection ended before the answer was complete.', 'A conexão terminou antes da resposta completa.'],
  // Proxies
  ['The proxy {} was not found.', 'O proxy {} não foi encontrado.'],
  [
    'The proxy {} lies inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).',
    'O proxy {} está em uma rede privada, que não é chamada. Quem opera o serviço pode permitir (OUTBOUND_ALLOW).',
  ],
  ['The proxy {} did not answer in time.', 'O proxy {} não respondeu a tempo.'],
  ['What answers at {} is no such proxy.', 'O que responde em {} não é um proxy deste tipo.'],
  ['The proxy {} refuses its user or password.', 'O proxy {} recusa o usuário ou a senha.'],
  ['The proxy {} does not reach the network ({}).', 'O proxy {} não chega à rede ({}).'],
  ['The proxy {} does not reach the network.', 'O proxy {} não chega à rede.'],
  ['The proxy {} refuses the connection ({}).', 'O proxy {} recusa a conexão ({}).'],
  ['The proxy {} refuses the connection.', 'O proxy {} recusa a conexão.'],
  ['The proxy {} ended the connection ({}).', 'O proxy {} encerrou a conexão ({}).'],
  ['The proxy {} ended the connection.', 'O proxy {} encerrou a conexão.'],
  ['The proxy {} cannot be reached ({}).', 'Não é possível chegar ao proxy {} ({}).'],
  ['The proxy {} cannot be reached.', 'Não é possível chegar ao proxy {}.'],
  ['The proxy {} does not speak SOCKS5.', 'O proxy {} não fala SOCKS5.'],
  ['The proxy {} failed.', 'O proxy {} falhou.'],
  [
    'Too many clients move at once; its worker takes the new way by itself soon.',
    'São muitos clientes de uma vez; ele toma o novo caminho sozinho em instantes.',
  ],
  ['A file did not come through.', 'Um arquivo não passou.'],
  ['host is empty', 'o servidor está vazio'],
  ['host is neither a name nor an address', 'o servidor não é um nome nem um endereço'],
  ['port is not a number from 1 to {}', 'a porta não é um número de 1 a {}'],
  [
    'user and password of a socks5 proxy have at most {} bytes each',
    'usuário e senha de um proxy socks5 têm no máximo {} bytes cada um',
  ],
  ['the user of an {} proxy cannot contain a colon', 'o usuário de um proxy {} não pode conter dois-pontos'],
  [
    'the same proxy (host, port and user) stands in this list before',
    'o mesmo proxy (servidor, porta e usuário) já está antes nesta lista',
  ],
  ['No worker took the client over yet.', 'Nenhum worker assumiu o cliente ainda.'],
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
  // Secrets and the calls that use them
  ['The request is larger than {} bytes.', 'O pedido tem mais de {} bytes.'],
  ['The file is larger than {} bytes.', 'O arquivo tem mais de {} bytes.'],
  ['Files cannot be posted from here.', 'Daqui não se podem enviar arquivos.'],
  [
    'The secret "{}" may not go to the host of this call. Name the host with the secret, or correct the address.',
    'O segredo "{}" não pode ir ao servidor desta chamada. Indique o servidor no segredo, ou corrija o endereço.',
  ],
  [
    'There is no secret "{}". Store it, or correct its name in the flow.',
    'Não há um segredo "{}". Guarde-o, ou corrija o nome no fluxo.',
  ],
  [
    'A name is letters, digits and _, and begins with no digit.',
    'Um nome tem letras sem acento, dígitos e _, e não começa com dígito.',
  ],
  [
    'A host is a name such as api.example.com, *.example.com for all below it, or an address; without https:// and path.',
    'Um servidor é um nome como api.example.com, *.example.com para todos abaixo dele, ou um endereço; sem https:// e caminho.',
  ],
]
