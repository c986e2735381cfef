import type { clientSession as en } from '../en/client-session.ts'

export const clientSession: typeof en = {
  title: 'Mover para outro serviço',
  body: 'A sessão é o que mantém a conta vinculada. Ela pode sair em um arquivo criptografado e continuar em outro Parley, sem escanear de novo.',
  notPaired: 'Este cliente ainda não tem sessão. Uma que foi exportada em outro lugar pode continuar aqui.',
  stopFirst: 'Pare o cliente antes.',
  away: 'A sessão foi exportada',
  awayBody:
    'O cliente fica parado aqui, porque dois lugares com a mesma sessão se derrubam. Importe o arquivo no outro lugar, ou retome a sessão.',
  exportAction: 'Exportar a sessão',
  exportAgain: 'Exportar de novo',
  exportTitle: 'Exportar a sessão?',
  exportWarnings: [
    'O cliente para aqui e fica parado até você retomar a sessão.',
    'Quem tiver o arquivo e a frase secreta tem as mensagens da conta, até o telefone remover o aparelho vinculado.',
    'A frase secreta não fica guardada. Sem ela, ninguém lê o arquivo.',
  ],
  passphrase: 'Frase secreta',
  passphraseHint: 'Pelo menos 12 caracteres.',
  repeat: 'Frase secreta de novo',
  repeatWrong: 'As duas não são iguais.',
  exported: 'A sessão está no arquivo',
  exportedBody: (fileName: string): string =>
    `O navegador salva ${fileName}. Importe no outro lugar com a frase secreta; este cliente fica parado.`,
  saveAgain: 'Salvar de novo',
  done: 'Pronto',
  importAction: 'Importar uma sessão',
  importTitle: 'Importar uma sessão',
  importBody: 'De um arquivo que outro Parley exportou. Nada mais pode usar a sessão lá.',
  file: 'Arquivo',
  importPassphrase: 'Frase secreta do arquivo',
  imported: (number: string | null): string =>
    `A sessão ${number ? `de ${number} ` : ''}está aqui. Inicie o cliente; nada é escaneado.`,
  reclaimAction: 'Retomar a sessão',
  reclaimTitle: 'Retomar a sessão?',
  reclaimBody:
    'Só quando nenhum outro lugar a usar: duas conexões da mesma sessão se substituem. O arquivo exportado continua servindo em outro lugar, então apague-o.',
  reclaimed: 'A sessão está aqui de novo. Inicie o cliente quando nenhum outro lugar a usar.',
}
