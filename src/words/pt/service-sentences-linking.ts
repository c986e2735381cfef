/** Why a client was not linked with a passkey, as its status says it. */
export const linkingSentences: readonly (readonly [service: string, told: string])[] = [
  [
    'Nobody signed with the passkey in time. Start the client again and scan a new QR code.',
    'Ninguém assinou com a chave de acesso a tempo. Inicie o cliente de novo e escaneie um novo código QR.',
  ],
  [
    'The network did not accept how the passkey was confirmed. Start the client again and scan a new QR code.',
    'A rede não aceitou a confirmação da chave de acesso. Inicie o cliente de novo e escaneie um novo código QR.',
  ],
  [
    'The network asked for a passkey in a way that is not understood. Update the service, then start the client again.',
    'A rede pediu uma chave de acesso de um modo que não se entende. Atualize o serviço e inicie o cliente de novo.',
  ],
]
