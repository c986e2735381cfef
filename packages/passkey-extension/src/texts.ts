/** What the extension says. `$1` is the page's address, or what the page calls the client. */
const en = {
  language: 'en',
  name: 'Parley passkey',
  description: 'Signs with the passkey of a WhatsApp account when you link it to a Parley service.',
  action: 'Sign with a passkey for this Parley page',
  signTitle: 'Sign for this address?',
  signMeaning:
    'Whoever runs the service at this address will be able to read and write the messages of the account that you sign with. Sign only when you opened that page yourself and the account is yours.',
  signClient: 'The page calls it “$1”.',
  signInsecure: 'This address is not encrypted: others on the way to it can read along.',
  sign: 'Sign with the passkey',
  decline: 'Do not sign',
  signing: 'Follow what the browser asks now.',
  failed: 'It was not signed. Press the button to try again. The browser says: $1',
  unsupported: 'This browser is too old to sign here. Update it and try again.',
  handing: 'Signed. It is handed to the page that asked.',
  gone: 'It was signed, but the page that asked does not wait for it any more. Go back to it and press the button of this extension there again.',
  helpTitle: 'Nothing on that page asks for a passkey',
  helpBody: 'This extension does nothing by itself and sees no page until you press its button.',
  helpFirst:
    'In Parley, open the number that is being linked. Its page says “Confirm with the passkey of the account”.',
  helpSecond: 'Press the button of this extension while you see that page.',
  helpThird: 'A tab of web.whatsapp.com opens. Check the address that it names, and sign.',
  helpPrivacy:
    'It keeps nothing, and sends what was signed only to the page on which you pressed the button.',
  helpPermission:
    'When the browser asks whether the extension may work on web.whatsapp.com, allow it: only there the passkey signs.',
}

type Texts = typeof en
export type TextName = keyof Texts

const pt: Texts = {
  language: 'pt-BR',
  name: 'Parley passkey',
  description:
    'Assina com a chave de acesso de uma conta do WhatsApp quando você a conecta a um serviço Parley.',
  action: 'Assinar com uma chave de acesso para esta página do Parley',
  signTitle: 'Assinar para este endereço?',
  signMeaning:
    'Quem opera o serviço neste endereço poderá ler e escrever as mensagens da conta com que você assinar. Assine só se você mesmo abriu aquela página e a conta é sua.',
  signClient: 'A página o chama de “$1”.',
  signInsecure: 'Este endereço não é criptografado: outros no caminho até ele podem ler junto.',
  sign: 'Assinar com a chave de acesso',
  decline: 'Não assinar',
  signing: 'Siga o que o navegador pede agora.',
  failed: 'Não foi assinado. Aperte o botão para tentar de novo. O navegador diz: $1',
  unsupported: 'Este navegador é antigo demais para assinar aqui. Atualize-o e tente de novo.',
  handing: 'Assinado. Está sendo entregue à página que pediu.',
  gone: 'Foi assinado, mas a página que pediu não espera mais por isso. Volte a ela e aperte lá de novo o botão desta extensão.',
  helpTitle: 'Nada naquela página pede uma chave de acesso',
  helpBody: 'Esta extensão não faz nada sozinha e não vê nenhuma página até você apertar o botão dela.',
  helpFirst:
    'No Parley, abra o número que está sendo conectado. A página dele diz “Confirme com a chave de acesso da conta”.',
  helpSecond: 'Aperte o botão desta extensão enquanto você vê essa página.',
  helpThird: 'Uma aba de web.whatsapp.com se abre. Confira o endereço que ela mostra e assine.',
  helpPrivacy: 'Ela não guarda nada e só envia o que foi assinado à página em que você apertou o botão.',
  helpPermission:
    'Quando o navegador perguntar se a extensão pode funcionar em web.whatsapp.com, permita: só lá a chave de acesso assina.',
}

const es: Texts = {
  language: 'es-419',
  name: 'Parley passkey',
  description:
    'Firma con la llave de acceso de una cuenta de WhatsApp cuando la vinculas a un servicio Parley.',
  action: 'Firmar con una llave de acceso para esta página de Parley',
  signTitle: '¿Firmar para esta dirección?',
  signMeaning:
    'Quien opera el servicio en esta dirección podrá leer y escribir los mensajes de la cuenta con la que firmes. Firma solo si tú abriste esa página y la cuenta es tuya.',
  signClient: 'La página lo llama “$1”.',
  signInsecure: 'Esta dirección no está cifrada: otros en el camino hacia ella pueden leer también.',
  sign: 'Firmar con la llave de acceso',
  decline: 'No firmar',
  signing: 'Sigue lo que pide ahora el navegador.',
  failed: 'No se firmó. Pulsa el botón para intentar de nuevo. El navegador dice: $1',
  unsupported: 'Este navegador es demasiado viejo para firmar aquí. Actualízalo e intenta de nuevo.',
  handing: 'Firmado. Se está entregando a la página que lo pidió.',
  gone: 'Se firmó, pero la página que lo pidió ya no lo espera. Vuelve a ella y pulsa ahí de nuevo el botón de esta extensión.',
  helpTitle: 'Nada en esa página pide una llave de acceso',
  helpBody: 'Esta extensión no hace nada por sí sola y no ve ninguna página hasta que pulsas su botón.',
  helpFirst:
    'En Parley, abre el número que se está vinculando. Su página dice “Confirma con la llave de acceso de la cuenta”.',
  helpSecond: 'Pulsa el botón de esta extensión mientras ves esa página.',
  helpThird: 'Se abre una pestaña de web.whatsapp.com. Revisa la dirección que nombra y firma.',
  helpPrivacy: 'No guarda nada, y envía lo que se firmó solo a la página en la que pulsaste el botón.',
  helpPermission:
    'Cuando el navegador pregunte si la extensión puede funcionar en web.whatsapp.com, permítelo: solo ahí firma la llave de acceso.',
}

/** By the names that browsers have for languages; what is said in Brazil is understood in Portugal. */
const LANGUAGES: Readonly<Record<string, Texts>> = { en, pt_BR: pt, pt_PT: pt, es, es_419: es }

/** The files below `_locales`, by their paths in the package. */
export function buildLocales(): Map<string, string> {
  return new Map(
    Object.entries(LANGUAGES).map(([language, texts]) => {
      const messages = Object.fromEntries(Object.entries(texts).map(([name, message]) => [name, { message }]))
      return [`_locales/${language}/messages.json`, `${JSON.stringify(messages, null, 2)}\n`]
    }),
  )
}
