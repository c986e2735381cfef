export const passkey = {
  title: 'Confirm with the passkey of the account',
  body: 'The network asks some accounts for their passkey before it links a device. Only a browser that has the passkey can sign, on the network’s own page.',
  pictures: [
    'The phone took the code. The network now wants proof from the owner.',
    'The owner signs with the passkey on web.whatsapp.com.',
    'What was signed comes back here, and the phone links this number.',
  ],
  meaning:
    'Who signs lets this service read and write the account’s messages. Do it only for an account that is yours.',
  onlyPhone: {
    title: 'Only a phone at hand?',
    body: 'The browser of a phone cannot sign here, and nobody but the network can leave this step out.',
    steps: [
      'Take a computer with Chrome, Edge or Firefox, also one that somebody lends you, and open this page there.',
      'If the passkey is only on the phone, switch on Bluetooth on both. Sign as described below, and when the browser asks for the passkey, choose the phone or tablet: it shows a QR code, which you scan with the phone’s camera.',
      'If the time below runs out before, connect the number again. Without a computer the account cannot be linked for now.',
    ],
  },
  extension: {
    title: 'With the browser extension, in two clicks',
    steps: [
      'Press the button of the extension “Parley passkey” in the browser’s toolbar while you see this page. It may be behind the puzzle piece.',
      'A tab of web.whatsapp.com opens. Check that it names the address of this page, and sign there. What was signed comes back by itself.',
    ],
    progress: {
      opened: 'The extension has opened a tab of web.whatsapp.com. Sign there.',
      invalid:
        'The extension does not know what the network asks for here. Take a newer extension, or sign without it.',
      unreachable:
        'The extension could not work on web.whatsapp.com. See that this computer reaches that page, then press its button again.',
      closed: 'The tab was closed before anybody signed. Press the button of the extension to try again.',
      declined: 'It was not signed. Press the button of the extension to try again.',
    },
    install: 'Get the extension',
    installBody:
      'It works with every Parley service, keeps nothing, and sees a page only when you press its button there.',
    installChrome: [
      'Download the file and unpack it into a folder that stays.',
      'Open chrome://extensions and switch on “Developer mode”.',
      'Press “Load unpacked” and choose that folder.',
      'Come back to this page.',
    ],
    installFirefox: [
      'Download the file.',
      'Open about:debugging#/runtime/this-firefox.',
      'Press “Load Temporary Add-on” and choose the file. Firefox forgets it when it is closed.',
      'Come back to this page.',
    ],
    download: 'Download it',
  },
  byHand: 'Without the extension',
  steps: [
    'Open web.whatsapp.com in a browser that has the passkey of this account. No login is needed there.',
    'Open the console of that page (F12, then Console). The browser may first ask you to type “allow pasting”.',
    'Copy the script, paste it there and press Enter. Press the button that appears, and sign.',
    'Copy the text that the page then shows, and paste it here.',
  ],
  open: 'Open web.whatsapp.com',
  script: 'Script for the console',
  scriptSign: 'Sign with the passkey',
  scriptCopy: 'Copy all of this text and paste it in Parley:',
  scriptFailed: 'It could not be signed. Press the button to try again.',
  result: 'What the page showed',
  resultWrong: 'This is not the text that the page shows. Copy all of it, from the first { to the last }.',
  send: 'Hand it over',
  phone: 'The passkey was taken. Keep WhatsApp open on the phone while it links this number.',
  compare: 'Does the phone show this code?',
  compareBody: 'Confirm only when every letter and digit is the same.',
  /** For who cannot stop the client. */
  compareElse: 'When it is another one, close this page and confirm nothing on the phone.',
  codeLabel: (code: string) => `Code to compare with the phone’s: ${code}`,
  confirm: 'The phone shows the same code',
  differs: 'The phone shows another code',
  differed: 'Nothing was linked, and the number is paused.',
  differedBody:
    'Somebody else may be trying to link a device to this account: confirm nothing on the phone. Connect the number for a new code.',
  endsIn: (seconds: number) =>
    `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min are left`,
}
