import type { serviceSentences as en } from '../en/refusals.ts'

/** Of linking a client by a code that is typed into the phone, with a passkey, and by a link to somebody else. */
export const linkingSentences: typeof en = [
  [
    'This client is linked already, or its session is away or on trial. Log it out first to link another account.',
    'Este cliente já está conectado a uma conta, ou a sessão dele está em outro lugar ou em teste. Para conectar outra conta, saia primeiro desta.',
  ],
  [
    'This link does not work, or not any more. Ask who sent it for a new one.',
    'Este link não funciona, ou não funciona mais. Peça um novo a quem o enviou.',
  ],
  [
    'This link is over. Ask who sent it for a new one.',
    'Este link já terminou. Peça um novo a quem o enviou.',
  ],
  [
    'This link was opened in another browser. Leave it there first; if that was not you, tell who sent it.',
    'Este link foi aberto em outro navegador. Solte-o lá primeiro; se não foi você, avise quem o enviou.',
  ],
  [
    'This was tried too often with this link. Ask who sent it for a new one.',
    'Isto foi tentado demais com este link. Peça um novo a quem o enviou.',
  ],
  [
    'This was asked too often. Wait a minute, then try again.',
    'Isto foi pedido vezes demais. Espere um minuto e tente de novo.',
  ],
  [
    'This page does not have the link open any more. Open the link again.',
    'Esta página não tem mais o link aberto. Abra o link de novo.',
  ],
  [
    'This client is linked already. Log it out first to link another account.',
    'Este cliente já está conectado a uma conta. Para conectar outra, saia primeiro desta.',
  ],
  [
    'The network refused to give a code for this number. Check the number; when it is right, wait some minutes, as it also answers so when codes were asked for too often.',
    'A rede recusou um código para este número. Confira o número; se estiver certo, espere alguns minutos, pois ela também responde assim quando se pedem códigos demais.',
  ],
  [
    'The network gives no code now, as too many were asked for. Wait some minutes, or scan the QR code.',
    'A rede não dá nenhum código agora, pois foram pedidos códigos demais. Espere alguns minutos ou escaneie o código QR.',
  ],
  [
    'The network did not answer in time, so there is no code. Ask again.',
    'A rede não respondeu a tempo, então não há código. Peça de novo.',
  ],
  [
    'The client shows nothing to pair with yet. Ask worker.status what it waits for, then call again.',
    'O cliente ainda não mostra nada com que parear. Espere um pouco e tente de novo.',
  ],
  [
    'The network waits for the passkey of the account that scanned or typed already. Confirm it, or restart the worker.',
    'A rede espera a chave de acesso da conta que já escaneou ou digitou. Confirme-a, ou reinicie o cliente.',
  ],
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
  [
    'The network does not ask this client for a passkey now. Ask worker.passkey.get what it waits for.',
    'A rede não pede agora uma chave de acesso a este cliente.',
  ],
  [
    'This was signed for another request. Take what worker.passkey.get answers now, sign that, and answer again.',
    'Isto foi assinado para outro pedido. Copie o script que aparece agora, assine de novo e cole o resultado.',
  ],
  [
    'The network refused this passkey. Sign with the passkey of the account that scanned the code, and answer again.',
    'A rede recusou esta chave de acesso. Assine com a da conta que escaneou o código e cole o resultado de novo.',
  ],
  ['The network did not answer in time. Answer again.', 'A rede não respondeu a tempo. Entregue de novo.'],
]
