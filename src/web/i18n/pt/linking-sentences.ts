import type { serviceSentences as en } from '../en/service-sentences.ts'

/** Of linking a client by a code that is typed into the phone. */
export const linkingSentences: typeof en = [
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
]
