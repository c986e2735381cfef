import type { templates as en } from '../en/templates.ts'

export const templates: typeof en = {
  title: 'Modelos prontos',
  intro: 'Conversas inteiras que funcionam. Escolha uma, mude os textos e ponha no seu número.',
  manyLanguages: 'Conversa em vários idiomas',
  oneLanguage: 'Os textos estão no idioma desta página.',
  conversation: 'Uma conversa com ele',
  picture: 'O fluxo, desenhado em miniatura',
  from: { contact: 'O contato', flow: 'O fluxo' },
  contents: 'O que vem com ele',
  steps: (count) => `${count} passos, desenhados e prontos para mudar`,
  table: (name, rows) =>
    rows === 0
      ? `A tabela “${name}”, que se enche sozinha`
      : `A tabela “${name}” com ${rows === 1 ? 'uma linha' : `${rows} linhas`} para começar`,
  cases: (count) =>
    count === 0
      ? 'Ainda sem testes'
      : count === 1
        ? 'Um teste, que roda antes de cada publicação'
        : `${count} testes, que rodam antes de cada publicação`,
  model: 'Você configura um modelo de linguagem para ele, em Configurações',
  secret: (name) => `Você guarda o segredo “${name}” para ele, em Integrações`,
  use: 'Usar este modelo',
  all: {
    'restaurant-cart': {
      title: 'Restaurante: pedido com sacola',
      summary:
        'Recebe pedidos por um cardápio em tabela: sacola, entrega ou retirada, pagamento e confirmação.',
    },
    'clinic-bookings': {
      title: 'Clínica: consultas',
      summary: 'Marca, mostra e desmarca consultas; um horário nunca é dado a duas pessoas.',
    },
    'shop-payment': {
      title: 'Loja: pedido e pagamento',
      summary: 'Produtos com estoque, um link de pagamento, e a confirmação quando é pago.',
    },
    'support-desk': {
      title: 'Suporte com assistente',
      summary: 'Responde com os seus documentos, consulta pedidos e passa para uma pessoa.',
    },
    'lead-qualification': {
      title: 'Qualificação de leads',
      summary: 'Uma conversa curta que dá pontos a quem se interessa e passa os bons adiante.',
    },
    'school-office': {
      title: 'Secretaria de escola',
      summary: 'Matrícula, segunda via do boleto, atestado por foto, calendário e recados.',
    },
    'gym-members': {
      title: 'Academia',
      summary: 'Preços por plano e pessoas, vagas nas aulas, uma visita de experiência grátis.',
    },
    'estate-agent': {
      title: 'Imobiliária',
      summary: 'Um assistente que acha imóveis em uma tabela e marca uma visita.',
    },
    'event-signup': {
      title: 'Inscrição em evento',
      summary: 'Vagas limitadas, lista de espera, cancelamento, e um lembrete na véspera.',
    },
    'delivery-tracking': {
      title: 'Rastreio de entregas',
      summary: 'Diz onde está a encomenda, remarca o dia e cuida de endereços errados e extravios.',
    },
    'nps-survey': {
      title: 'Pesquisa de satisfação (NPS)',
      summary: 'Pede uma nota depois da compra; quem gostou avalia, quem não gostou fala com uma pessoa.',
    },
    'languages-menu': {
      title: 'Menu em três idiomas',
      summary: 'A recepção de um hotel que pergunta o idioma uma vez e o lembra.',
    },
    'repair-shop': {
      title: 'Assistência técnica',
      summary:
        'Recebe o que quebrou com uma foto, diz como está o conserto e pergunta se o orçamento é aceito.',
    },
    'cake-orders': {
      title: 'Bolos por encomenda',
      summary: 'Sabor, tamanho e um dia com vaga; o comprovante do sinal confirma a encomenda.',
    },
    'water-delivery': {
      title: 'Entrega de água e gás',
      summary: 'Lembra o último pedido e o repete com uma resposta.',
    },
    'accountant-documents': {
      title: 'Documentos para o contador',
      summary: 'Recebe papéis um a um, guarda por empresa e diz o que chegou e os prazos.',
    },
    'appointment-booking': {
      title: 'Marcar uma visita',
      summary: 'Serviço, dia e hora, com um resumo para confirmar.',
    },
    'order-status': {
      title: 'Situação do pedido',
      summary: 'Um menu que diz onde está o pedido, recebe uma devolução ou chama uma pessoa.',
    },
    'news-opt-in': {
      title: 'Consentimento para novidades',
      summary: 'Pergunta antes de enviar qualquer coisa; o silêncio encerra.',
    },
    'group-entrance': {
      title: 'Grupo: uma pergunta na porta',
      summary:
        'Pergunta a quem quer entrar se aceita as regras, deixa entrar ou não, e dá as boas-vindas no grupo.',
    },
    'stop-word': {
      title: 'Palavra de parada',
      summary: 'Quem escreve “sair” deixa qualquer conversa com um fluxo deste número.',
    },
  },
}
