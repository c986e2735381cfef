import type { clientSession as en } from '../../en/clients/client-session.ts'

export const clientSession: typeof en = {
  title: 'Mover para outro serviço',
  body: 'A sessão é o que mantém a conta vinculada. Ela pode sair em um arquivo criptografado e continuar em outro Parley, sem escanear de novo.',
  notPaired: 'Este número ainda não tem sessão. Uma que foi exportada em outro lugar pode continuar aqui.',
  stopFirst: 'Pause o número antes.',
  away: 'A sessão foi exportada',
  awayBody:
    'O número fica em pausa aqui, porque dois lugares com a mesma sessão se derrubam. Importe o arquivo no outro lugar, ou retome a sessão.',
  exportAction: 'Exportar a sessão',
  exportAgain: 'Exportar de novo',
  exportTitle: 'Exportar a sessão?',
  exportWarnings: [
    'O número entra em pausa aqui e fica assim até você retomar a sessão.',
    'Quem tiver o arquivo e a frase secreta tem as mensagens da conta, até o telefone remover o aparelho conectado.',
    'A frase secreta não fica guardada. Sem ela, ninguém lê o arquivo.',
  ],
  passphrase: 'Frase secreta',
  passphraseHint: 'Pelo menos 12 caracteres.',
  repeat: 'Frase secreta de novo',
  repeatWrong: 'As duas não são iguais.',
  exported: 'A sessão está no arquivo',
  exportedBody: (fileName: string): string =>
    `O navegador salva ${fileName}. Importe no outro lugar com a frase secreta; este número fica em pausa.`,
  saveAgain: 'Salvar de novo',
  done: 'Pronto',
  importAction: 'Importar uma sessão',
  importTitle: 'Importar uma sessão',
  importBody: 'De um arquivo que outro Parley exportou. Nada mais pode usar a sessão lá.',
  file: 'Arquivo',
  importPassphrase: 'Frase secreta do arquivo',
  imported: (number: string | null): string =>
    `A sessão ${number ? `de ${number} ` : ''}está aqui. Conecte o número; nada é escaneado.`,
  moveInAction: 'Trazer de outro programa',
  moveInTitle: 'Trazer de outro programa',
  moveInBody:
    'Para sessões do Baileys, da Evolution API e do WAHA (NOWEB). A conta continua aqui com as conversas, e nada é escaneado.',
  moveInWarnings: [
    'Mova, não copie: pare o outro programa de vez antes de conectar o número aqui. Não saia da conta lá.',
    'Enquanto os dois rodam, um derruba o outro e as mensagens ficam ilegíveis.',
    'Nada fica guardado como sessão deste número até o primeiro login.',
  ],
  moveInFrom: 'O que você tem',
  moveInFolder: 'Uma pasta com creds.json',
  moveInFiles: 'Um zip, ou arquivos JSON',
  moveInFolderHint:
    'Todos os arquivos JSON da pasta são lidos. Para a Evolution API, ponha nela a linha de Session em JSON.',
  moveInFilesHint:
    'Um zip da pasta, um documento com creds e keys, ou linhas em JSON. Selecione todos os arquivos que andam juntos.',
  moveInSession: 'Nome da sessão (opcional)',
  moveInSessionHint: 'Só quando há várias: a pasta dela, ou o id nas linhas.',
  moveInTooLarge: 'São mais de 24 MB. Faça um zip da pasta e escolha o zip.',
  moveInNoFiles: 'Não há arquivo JSON nesta pasta.',
  movedIn: (number: string | null): string =>
    `A sessão ${number ? `de ${number} ` : ''}espera o primeiro login. Pare o outro programa e conecte o número.`,
  waiting: 'Uma sessão importada espera o primeiro login',
  waitingBody:
    'Pare o lugar de onde ela vem, sem sair da conta lá, e conecte o número. Se o WhatsApp não aceitar, nada dela fica guardado.',
  reclaimAction: 'Retomar a sessão',
  reclaimTitle: 'Retomar a sessão?',
  reclaimBody:
    'Só quando nenhum outro lugar a usar: duas conexões da mesma sessão se substituem. O arquivo exportado continua servindo em outro lugar, então apague-o.',
  reclaimed: 'A sessão está aqui de novo. Conecte o número quando nenhum outro lugar a usar.',
}
