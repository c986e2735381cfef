import type { typebotNotes as en } from '../en/typebot-notes.ts'

export const typebotNotes: typeof en = [
  // Texts, files and pages
  ['a list is written as this service writes lists', 'uma lista é escrita como este serviço escreve listas'],
  [
    'code in the text runs in a sandbox without network',
    'o código no texto roda em um ambiente isolado, sem rede',
  ],
  ['a click on the image led to a page', 'um clique na imagem levava a uma página'],
  ['sent as a link', 'enviado como link'],
  // Questions
  ['bounds taken from variables are not checked', 'limites que vêm de variáveis não são conferidos'],
  ['a date with a time or a range is taken as text', 'uma data com hora ou um intervalo é aceito como texto'],
  ['the answer is stored as YYYY-MM-DD', 'a resposta é guardada como AAAA-MM-DD'],
  ['the answer is stored as HH:MM', 'a resposta é guardada como HH:MM'],
  ['the answer is stored in full, with https://', 'a resposta é guardada inteira, com https://'],
  ['answered with a whole number of the scale', 'respondido com um número inteiro da escala'],
  [
    'one file is taken, not several; it is stored with its kind, not as an address',
    'aceita um arquivo, não vários; ele é guardado com seu tipo, não como endereço',
  ],
  [
    'the file is stored with its kind, not as an address',
    'o arquivo é guardado com seu tipo, não como endereço',
  ],
  [
    'a file or a voice note is stored in the same variable',
    'um arquivo ou uma mensagem de voz é guardado na mesma variável',
  ],
  [
    'a first message that does not answer it is passed over in silence',
    'uma primeira mensagem que não a responde é ignorada em silêncio',
  ],
  ['pictures and descriptions are not shown', 'imagens e descrições não são mostradas'],
  [
    'payments are not available; send a payment link instead',
    'não há pagamentos; envie um link de pagamento',
  ],
  ['cards are not available; use a menu', 'não há cartões; use um menu'],
  [
    'one-time codes are not available; ask for the code and check it by http',
    'não há códigos de uso único; pergunte o código e confira por http',
  ],
  // Values
  ["the contact's address", 'o endereço do contato'],
  ['always "mobile"', 'sempre "mobile"'],
  ['contact and time instead of chance', 'contato e hora em vez do acaso'],
  ["by the flow's time zone", 'pelo fuso horário do fluxo'],
  ['the moment is written in UTC', 'o momento é escrito em UTC'],
  ['the value "{}" is not available', 'não há o valor "{}"'],
  ['the list is copied as a list', 'a lista é copiada como lista'],
  ['counts from 0 when nothing was stored before', 'conta a partir de 0 quando nada foi guardado antes'],
  [
    'computed by a script without network; a result that is no number is empty',
    'calculado por um script sem rede; um resultado que não é número fica vazio',
  ],
  // Conditions and paths
  [
    'capital letters, accents and the form of a number make no difference',
    'maiúsculas, acentos e a forma de um número não fazem diferença',
  ],
  ['accents make no difference', 'acentos não fazem diferença'],
  ['only numbers and dates have an order', 'só números e datas têm ordem'],
  [
    'the time to wait is taken from a variable; write it out',
    'o tempo de espera vem de uma variável; escreva-o',
  ],
  ['waits a whole second', 'espera um segundo inteiro'],
  [
    'the group to jump to is named by a variable; draw the ways',
    'o grupo de destino vem de uma variável; desenhe os caminhos',
  ],
  ['goes back to {} places at most', 'volta para no máximo {} lugares'],
  [
    'import the linked bot too, then choose it here; inputs and outputs have to be named',
    'importe também o bot ligado e escolha-o aqui; é preciso dar nome às entradas e saídas',
  ],
  [
    'waits until the run is resumed by the API with a text',
    'espera até que a API retome a execução com um texto',
  ],
  [
    'draw the loop with a counter, a condition and a goto',
    'desenhe a repetição com um contador, uma condição e um salto',
  ],
  ["a script of the visitor's page is left out", 'um script da página do visitante fica de fora'],
  ['runs in a sandbox without page and network', 'roda em um ambiente isolado, sem página e sem rede'],
  // Calls and other services
  ['the address has to be written out', 'é preciso escrever o endereço'],
  [
    'nothing is stored from an answer that reports an error',
    'nada é guardado de uma resposta que informa um erro',
  ],
  ['the body with all answers has to be written out', 'é preciso escrever o conteúdo com todas as respostas'],
  ['the body is sent as text', 'o conteúdo é enviado como texto'],
  ['set up the model that answers here', 'configure o modelo que responde aqui'],
  ['measurements of web pages are left out', 'medições de páginas da web ficam de fora'],
  ['a person takes over here, without Chatwoot', 'uma pessoa assume aqui, sem o Chatwoot'],
  ['mail is not available; let a webhook send it', 'não há e-mail; deixe um webhook enviar'],
  ['sheets are not available; call them by http', 'não há planilhas; chame por http'],
  ['blocks of type "{}" are not known here', 'blocos do tipo "{}" não são conhecidos aqui'],
  // Starts and events
  ['the command "{}" became a start by the API', 'o comando "{}" virou um início pela API'],
  ['events of type "{}" have no place here', 'eventos do tipo "{}" não têm lugar aqui'],
  ['one of the words is enough to start', 'uma das palavras basta para começar'],
  ['the start condition has to be written anew', 'é preciso escrever de novo a condição de início'],
  ['any message starts it, once an hour at most', 'qualquer mensagem o inicia, no máximo uma vez por hora'],
  [
    'nothing leads to what is in {}; connect it or remove it, else the flow cannot be published',
    'nada leva ao que está em {}; ligue ou remova, senão o fluxo não pode ser publicado',
  ],
]
