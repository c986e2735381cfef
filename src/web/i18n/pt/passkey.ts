import type { passkey as en } from '../en/passkey.ts'

export const passkey: typeof en = {
  title: 'Confirme com a chave de acesso da conta',
  body: 'A rede pede a algumas contas a chave de acesso antes de conectar um dispositivo. Só um navegador que tem a chave pode assinar, na página da própria rede.',
  pictures: [
    'O telefone aceitou o código. Agora a rede quer uma prova do dono.',
    'O dono assina com a chave de acesso em web.whatsapp.com.',
    'O que foi assinado volta para cá, e o telefone conecta este cliente.',
  ],
  meaning:
    'Quem assina deixa este serviço ler e escrever as mensagens da conta. Faça isso só com uma conta sua.',
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
    'A chave de acesso foi aceita. Deixe o aplicativo de mensagens aberto no telefone enquanto ele conecta este cliente.',
  compare: 'O telefone mostra este código?',
  compareBody:
    'Confirme só se todas as letras e números forem iguais. Se não forem, pare o cliente e comece de novo.',
  codeLabel: (code: string) => `Código para comparar com o do telefone: ${code}`,
  confirm: 'O telefone mostra o mesmo código',
  endsIn: (seconds: number) =>
    `Restam ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`,
}
