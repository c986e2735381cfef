export const clientSession = {
  title: 'Move to another service',
  body: 'The session is what keeps the account linked. It can leave in an encrypted file and go on in another Parley, without scanning again.',
  notPaired: 'This client has no session yet. One that was exported elsewhere can go on here.',
  stopFirst: 'Stop the client first.',
  away: 'The session was exported',
  awayBody:
    'The client stays stopped here, because two places that run one session throw each other out. Import the file in the other place, or take the session back.',
  exportAction: 'Export the session',
  exportAgain: 'Export it again',
  exportTitle: 'Export the session?',
  exportWarnings: [
    'The client is stopped here and stays stopped until you take the session back.',
    'Whoever has the file and the passphrase has the account’s messages, until the phone removes the linked device.',
    'The passphrase is kept nowhere. Without it nobody can read the file.',
  ],
  passphrase: 'Passphrase',
  passphraseHint: 'At least 12 characters.',
  repeat: 'Passphrase again',
  repeatWrong: 'The two are not the same.',
  exported: 'The session is in the file',
  exportedBody: (fileName: string): string =>
    `${fileName} is saved by your browser. Import it in the other place with the passphrase; this client stays stopped.`,
  saveAgain: 'Save it again',
  done: 'Done',
  importAction: 'Import a session',
  importTitle: 'Import a session',
  importBody: 'From a file that another Parley exported. Nothing may run the session there any more.',
  file: 'File',
  importPassphrase: 'Passphrase of the file',
  imported: (number: string | null): string =>
    `The session ${number ? `of ${number} ` : ''}is here. Start the client; nothing is scanned.`,
  reclaimAction: 'Take the session back',
  reclaimTitle: 'Take the session back?',
  reclaimBody:
    'Only when no other place runs it: two connections of one session replace each other. The exported file can be used elsewhere as before, so delete it.',
  reclaimed: 'The session is here again. Start the client when no other place runs it.',
}
