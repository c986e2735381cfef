import type { serviceSentences as en } from '../en/refusals.ts'

/** What is told of sessions that move in from other programs. */
export const sessionSentences: typeof en = [
  [
    'The worker ended again at once. Ask worker.status why.',
    'O trabalho terminou de novo logo em seguida. O estado do cliente diz o motivo.',
  ],
  [
    'The session of this client was exported and may be taken back. Import into a client that was never paired (clients.create makes one).',
    'A sessão deste cliente foi exportada e pode ser retomada. Importe em um cliente novo, que nunca foi pareado.',
  ],
  [
    'file: it holds more than {} entries or {} MiB unpacked. Give only the folder or the rows of one session.',
    'O arquivo tem mais de {} itens ou {} MiB descompactado. Envie só a pasta ou as linhas de uma sessão.',
  ],
  [
    'file: it holds more than {} values. Give only the folder or the rows of one session.',
    'O arquivo tem mais de {} valores. Envie só a pasta ou as linhas de uma sessão.',
  ],
  [
    'file: it takes too long to read. Give only the folder or the rows of one session.',
    'O arquivo leva tempo demais para ser lido. Envie só a pasta ou as linhas de uma sessão.',
  ],
  [
    'Other sessions of yours are still being read. Try again in a minute, one after the other.',
    'Outras sessões suas ainda estão sendo lidas. Tente de novo em um minuto, uma depois da outra.',
  ],
  [
    'file: the zip is cut off or damaged, or has a password. Make it again, without a password.',
    'O zip está cortado ou danificado, ou tem senha. Faça de novo, sem senha.',
  ],
  [
    'file: its JSON is cut off or damaged. Copy it again.',
    'O JSON está cortado ou danificado. Copie de novo.',
  ],
  ['file: it nests deeper than any session does.', 'O arquivo não é de uma sessão: tem níveis demais.'],
  [
    'file: no session of Baileys was found in it. Give the folder of useMultiFileAuthState (as a zip), a JSON document with creds and keys, or the rows of Evolution API or WAHA as JSON.',
    'Nenhuma sessão do Baileys foi encontrada. Envie a pasta do useMultiFileAuthState (em zip), um documento JSON com creds e keys, ou as linhas da Evolution API ou do WAHA em JSON.',
  ],
  [
    'file: it is an SQLite database. WAHA keeps the session of its NOWEB engine in JSON files beside it: give the folder with creds.json. Sessions of the GOWS and WEBJS engines cannot be moved.',
    'É um banco SQLite. O WAHA guarda a sessão do motor NOWEB em arquivos JSON ao lado dele: envie a pasta com creds.json. Sessões dos motores GOWS e WEBJS não podem ser movidas.',
  ],
  [
    'file: Parley itself exported it. Use clients.importSession with its passphrase.',
    'Foi o próprio Parley que exportou este arquivo. Escolha a importação de outro Parley, com a frase secreta.',
  ],
  [
    'file: it is a gzip archive. Unpack it, then give the folder or a zip of it.',
    'É um arquivo gzip. Descompacte e envie a pasta ou um zip dela.',
  ],
  [
    'file: it holds keys but no credentials (creds.json, or the row of Session). Give both together.',
    'Tem chaves, mas não as credenciais (creds.json, ou a linha de Session). Envie as duas partes juntas.',
  ],
  [
    'file: it holds credentials but none of their keys (pre-key-…, session-…). Give the folder or the hash they are kept in together with the credentials.',
    'Tem credenciais, mas nenhuma das chaves (pre-key-…, session-…). Envie a pasta ou o hash delas junto com as credenciais.',
  ],
  ['file: it has no session "{}"; it has {}.', 'Não há sessão "{}" no arquivo; há {}.'],
  [
    'file: it holds {} sessions: {}. Name the one to import (session).',
    'O arquivo tem {} sessões: {}. Escreva qual importar.',
  ],
  [
    'file: its credentials have no usable identity ({}). Stop the program that wrote them, then copy them again.',
    'As credenciais não têm uma identidade que sirva ({}). Pare o programa que as escreveu e copie de novo.',
  ],
  [
    'file: the two halves of {} in its credentials do not belong together. Copy the credentials again.',
    'As duas metades de {} nas credenciais não combinam. Copie as credenciais de novo.',
  ],
  [
    'file: its credentials were never paired with a phone, or were reset when it was logged out. Pair the client with a QR code instead.',
    'As credenciais nunca foram pareadas com um telefone, ou foram apagadas ao sair da conta. Pareie o cliente com um código QR.',
  ],
  [
    'file: its account "{}" is no linked device of this network.',
    'A conta "{}" não é um dispositivo vinculado desta rede.',
  ],
]
