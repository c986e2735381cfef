import type { health as en } from '../en/health.ts'

export const health: typeof en = {
  title: 'Saúde da conta',
  levels: { good: 'Boa', careful: 'Cuidado', at_risk: 'Em risco' },
  allWell: 'Nada foi encontrado que incomodaria a rede.',
  connected: (share, losses) =>
    `Conectado por ${share} das últimas 24 horas${losses === 0 ? '' : losses === 1 ? ', com 1 queda' : `, com ${losses} quedas`}`,
  sent: (sent, lastHour) => `${sent} enviadas em 24 horas, ${lastHour} delas na última`,
  pace: (mostPerHour) => `No máximo ${mostPerHour} por hora pela velocidade do próprio número`,
  refused: (count, codes) => `${count} recusadas pela rede (${codes})`,
  noneRefused: 'Nenhuma recusada pela rede',
  newPeople: (count) =>
    count === 1
      ? '1 pessoa nova a quem se escreveu primeiro'
      : `${count} pessoas novas a quem se escreveu primeiro`,
  unreached: (unreached, sent) =>
    `Das ${sent} mensagens de ontem para pessoas, ${unreached} não chegaram a nenhum telefone`,
  answered: (answered, newPeople) => `Das ${newPeople} pessoas novas de ontem, ${answered} responderam`,
  findings: {
    RESTRICTED: [
      'A rede restringe esta conta agora.',
      'Até isso terminar, não escreva a ninguém que não tenha escrito primeiro. Quem continua costuma ser banido.',
    ],
    NEW_CHATS_SPENT: [
      'A conta começou quase tantas conversas novas quanto a rede permite.',
      'Não comece conversas novas nem à mão até o próximo período. Deixe que as pessoas escrevam primeiro: um link ou um código QR serve para isso.',
    ],
    REFUSALS: [
      'A rede recusou muitas das mensagens das últimas 24 horas.',
      'Envie menos, e só a quem espera por isso, até que nenhuma seja recusada.',
    ],
    NEW_CHATS_WARNED: [
      'A rede avisou que esta conta começa muitas conversas novas.',
      'Escreva a menos pessoas que nunca escreveram para você.',
    ],
    RESTRICTED_LATELY: [
      'A rede restringiu esta conta nos últimos sete dias.',
      'Recomece devagar: primeiro respostas, depois poucas pessoas novas por dia.',
    ],
    SOME_REFUSALS: [
      'A rede recusou algumas mensagens das últimas 24 horas.',
      'Se ficarem mais, envie menos.',
    ],
    UNREACHED: [
      'Muitas mensagens de ontem não chegaram a nenhum telefone. É assim também com quem bloqueia uma conta.',
      'Escreva só a números em uso e a quem espera por isso, e deixe que digam para parar.',
    ],
    UNANSWERED: [
      'Quase ninguém a quem se escreveu primeiro ontem respondeu. A rede toma isso por spam.',
      'Escreva primeiro só a quem pediu, e pergunte algo fácil de responder.',
    ],
    FAST: [
      'O número pode enviar mais rápido do que pessoas escrevem.',
      'Reduza a velocidade nas configurações. O WhatsApp não indica uma segura; os números começam com uma mensagem por segundo.',
    ],
    UNSTEADY: [
      'A conexão caiu muitas vezes ou por muito tempo nas últimas 24 horas.',
      'Veja o histórico do número, o proxy dele e a conexão da máquina.',
    ],
    NOT_CONNECTED: [
      'O número deveria estar conectado e não está.',
      'O estado acima diz por que e o que fazer.',
    ],
  },
}
