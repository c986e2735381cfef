import type { passkey as en } from '../../en/clients/passkey.ts'

export const passkey: typeof en = {
  title: 'Confirme com a chave de acesso da conta',
  body: 'A rede pede a algumas contas a chave de acesso antes de conectar um aparelho. Só um navegador que tem a chave pode assinar, na página da própria rede.',
  pictures: [
    'O telefone aceitou o código. Agora a rede quer uma prova do dono.',
    'O dono assina com a chave de acesso em web.whatsapp.com.',
    'O que foi assinado volta para cá, e o telefone conecta este número.',
  ],
  meaning:
    'Quem assina deixa este serviço ler e escrever as mensagens da conta. Faça isso só com uma conta sua.',
  onlyPhone: {
    title: 'Só tem um telefone à mão?',
    body: 'O navegador de um telefone não consegue assinar aqui, e só a rede pode dispensar este passo.',
    steps: [
      'Use um computador com Chrome, Edge ou Firefox, mesmo emprestado, e abra esta página nele.',
      'Se a chave de acesso está só no telefone, ligue o Bluetooth nos dois. Assine como descrito abaixo e, quando o navegador pedir a chave de acesso, escolha o telefone ou tablet: ele mostra um código QR, que você lê com a câmera do telefone.',
      'Se o tempo abaixo acabar antes, conecte o número de novo. Sem um computador a conta não pode ser conectada por enquanto.',
    ],
  },
  extension: {
    title: 'Com a extensão do navegador, em dois cliques',
    steps: [
      'Aperte o botão da extensão “Parley passkey” na barra do navegador enquanto você vê esta página. Ele pode estar atrás da peça de quebra-cabeça.',
      'Uma aba de web.whatsapp.com se abre. Confira se ela mostra o endereço desta página e assine lá. O que foi assinado volta sozinho.',
    ],
    progress: {
      opened: 'A extensão abriu uma aba de web.whatsapp.com. Assine lá.',
      invalid:
        'A extensão não conhece o que a rede pede aqui. Pegue uma extensão mais nova ou assine sem ela.',
      unreachable:
        'A extensão não conseguiu funcionar em web.whatsapp.com. Veja se este computador alcança essa página e aperte o botão dela de novo.',
      closed: 'A aba foi fechada antes de alguém assinar. Aperte o botão da extensão para tentar de novo.',
      declined: 'Não foi assinado. Aperte o botão da extensão para tentar de novo.',
    },
    install: 'Obter a extensão',
    installBody:
      'Ela funciona com qualquer serviço Parley, não guarda nada e só vê uma página quando você aperta o botão dela ali.',
    installChrome: [
      'Baixe o arquivo e descompacte-o em uma pasta que fique.',
      'Abra chrome://extensions e ligue o “Modo do desenvolvedor”.',
      'Aperte “Carregar sem compactação” e escolha essa pasta.',
      'Volte a esta página.',
    ],
    installFirefox: [
      'Baixe o arquivo.',
      'Abra about:debugging#/runtime/this-firefox.',
      'Aperte “Carregar extensão temporária” e escolha o arquivo. O Firefox a esquece ao ser fechado.',
      'Volte a esta página.',
    ],
    download: 'Baixar',
  },
  byHand: 'Sem a extensão',
  steps: [
    'Abra web.whatsapp.com em um navegador que tem a chave de acesso desta conta. Não é preciso entrar lá.',
    'Abra o console dessa página (F12, depois Console). O navegador pode pedir antes que você digite “allow pasting”.',
    'Copie o script, cole-o lá e aperte Enter. Aperte o botão que aparece e assine.',
    'Copie o texto que a página mostra depois e cole-o aqui.',
  ],
  open: 'Abrir web.whatsapp.com',
  script: 'Script para o console',
  scriptSign: 'Assinar com a chave de acesso',
  scriptCopy: 'Copie todo este texto e cole-o no Parley:',
  scriptFailed: 'Não foi possível assinar. Aperte o botão para tentar de novo.',
  result: 'O que a página mostrou',
  resultWrong: 'Este não é o texto que a página mostra. Copie-o todo, do primeiro { ao último }.',
  send: 'Entregar',
  phone:
    'A chave de acesso foi aceita. Deixe o WhatsApp aberto no telefone enquanto ele conecta este número.',
  compare: 'O telefone mostra este código?',
  compareBody: 'Confirme só se todas as letras e números forem iguais.',
  /** For who cannot stop the client. */
  compareElse: 'Se for outro, feche esta página e não confirme nada no telefone.',
  codeLabel: (code: string) => `Código para comparar com o do telefone: ${code}`,
  confirm: 'O telefone mostra o mesmo código',
  differs: 'O telefone mostra outro código',
  differed: 'Nada foi conectado, e o número está em pausa.',
  differedBody:
    'Outra pessoa pode estar tentando conectar um aparelho a esta conta: não confirme nada no telefone. Conecte o número para ter um novo código.',
  endsIn: (seconds: number) =>
    `Restam ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`,
}
