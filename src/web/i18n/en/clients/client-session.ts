export const clientSession = {
  title: 'Move to another service',
  body: 'The session is what keeps the account linked. It can leave in an encrypted file and go on in another Parley, without scanning again.',
  notPaired: 'This number has no session yet. One that was exported elsewhere can go on here.',
  stopFirst: 'Pause the number first.',
  away: 'The session was exported',
  awayBody:
    'The number stays paused here, because two places that run one session throw each other out. Import the file in the other place, or take the session back.',
  exportAction: 'Export the session',
  exportAgain: 'Export it again',
  exportTitle: 'Export the session?',
  exportWarnings: [
    'The number is paused here and stays paused until you take the session back.',
    'Whoever has the file and the passphrase has the account’s messages, until the phone removes the linked device.',
    'The passphrase is kept nowhere. Without it nobody can read the file.',
  ],
  passphrase: 'Passphrase',
  passphraseHint: 'At least 12 characters.',
  repeat: 'Passphrase again',
  repeatWrong: 'The two are not the same.',
  exported: 'The session is in the file',
  exportedBody: (fileName: string): string =>
    `${fileName} is saved by your browser. Import it in the other place with the passphrase; this number stays paused.`,
  saveAgain: 'Save it again',
  done: 'Done',
  importAction: 'Import a session',
  importTitle: 'Import a session',
  importBody: 'From a file that another Parley exported. Nothing may run the session there any more.',
  file: 'File',
  importPassphrase: 'Passphrase of the file',
  imported: (number: string | null): string =>
    `The session ${number ? `of ${number} ` : ''}is here. Connect the number; nothing is scanned.`,
  moveInAction: 'Move in from another program',
  moveInTitle: 'Move in from another program',
  moveInBody:
    'For sessions of Baileys, Evolution API and WAHA (NOWEB). The account goes on here with its conversations, and nothing is scanned.',
  moveInWarnings: [
    'Move, do not copy: stop the other program for good before you connect the number here. Do not log out there.',
    'While both run, they throw each other out and messages become unreadable.',
    'Nothing is kept as the session of this number until it has logged in once.',
  ],
  moveInFrom: 'What you have',
  moveInFolder: 'A folder with creds.json',
  moveInFiles: 'A zip, or JSON files',
  moveInFolderHint:
    'All JSON files of the folder are read. For Evolution API put the row of Session in it as JSON.',
  moveInFilesHint:
    'A zip of the folder, a document with creds and keys, or rows as JSON. Select all files that belong together.',
  moveInSession: 'Name of the session (optional)',
  moveInSessionHint: 'Only when there are several: its folder, or its id in the rows.',
  moveInTooLarge: 'That is more than 24 MB. Make a zip of the folder and choose that.',
  moveInNoFiles: 'There is no JSON file in that folder.',
  movedIn: (number: string | null): string =>
    `The session ${number ? `of ${number} ` : ''}waits for its first login. Stop the other program, then connect the number.`,
  waiting: 'An imported session waits for its first login',
  waitingBody:
    'Stop the place it comes from, without logging out there, then connect the number. If WhatsApp does not take it, nothing of it is kept.',
  reclaimAction: 'Take the session back',
  reclaimTitle: 'Take the session back?',
  reclaimBody:
    'Only when no other place runs it: two connections of one session replace each other. The exported file can be used elsewhere as before, so delete it.',
  reclaimed: 'The session is here again. Connect the number when no other place runs it.',
}
