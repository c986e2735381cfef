import type { TypebotNoteWords } from '../typebot-notes.ts'

/** What the import of a Typebot says of a block. */
export const typebotNotes: TypebotNoteWords = {
  // Texts, files and pages
  LIST_WRITING: 'a list is written as this service writes lists',
  CODE_IN_TEXT: 'code in the text runs apart from all else, without network',
  IMAGE_LINK: 'a click on the image led to a page',
  SENT_AS_LINK: 'sent as a link',
  // Questions
  BOUNDS_UNCHECKED: 'bounds taken from variables are not checked',
  DATE_AS_TEXT: 'a date with a time or a range is taken as text',
  STORED_AS_DATE: 'the answer is stored as YYYY-MM-DD',
  STORED_AS_TIME: 'the answer is stored as HH:MM',
  STORED_AS_URL: 'the answer is stored in full, with https://',
  RATING_AS_NUMBER: 'answered with a whole number of the scale',
  ONE_FILE: 'one file is taken, not several; it is stored with its kind, not as an address',
  FILE_WITH_KIND: 'the file is stored with its kind, not as an address',
  FILE_OR_TEXT: 'a file or a voice note is stored in the same variable',
  FIRST_MESSAGE_SILENT: 'a first message that does not answer it is passed over in silence',
  PICTURES_LEFT_OUT: 'pictures and descriptions are not shown',
  PAYMENT_LINK:
    'a payment link in place of a form: store the secret "stripe" for api.stripe.com and set where the page leads after the payment',
  PAYMENT_LOOKED_UP:
    'whatever is written after the link has the payment looked up, and so has a call of the address in the metadata of the session',
  CARDS_AS_MENU: 'cards are sent one below the other, with one menu of all their buttons',
  BUTTONS_LEFT_OUT: 'more buttons than a menu holds are left out',
  LIST_IN_PAGES: 'a long list is shown in pages, and one that is empty is passed over',
  NO_ONE_TIME_CODES: 'one-time codes are not available; ask for the code and check it by http',
  // Values
  CONTACT_ADDRESS: "the contact's address",
  ALWAYS_MOBILE: 'always "mobile"',
  NO_CHANCE: 'contact and time instead of chance',
  FLOW_TIME_ZONE: "by the flow's time zone",
  MOMENT_IN_UTC: 'the moment is written in UTC',
  NO_VALUE: ({ name }) => `the value "${name}" is not available`,
  LIST_COPIED: 'the list is copied as a list',
  COUNTS_FROM_ZERO: 'counts from 0 when nothing was stored before',
  SCRIPT_COMPUTES: 'computed by a script without network; a result that is no number is empty',
  TRANSCRIPT_READ: 'no transcript is stored: a model reads the conversation itself, elsewhere it is empty',
  DECIMALS: 'worked out as decimals; what cannot be worked out leaves the value as it was',
  // Conditions and paths
  FORM_FOLDED: 'capital letters, accents and the form of a number make no difference',
  ACCENTS_FOLDED: 'accents make no difference',
  NUMBERS_ORDERED: 'only numbers and dates have an order',
  WAIT_IN_VARIABLE: 'the time to wait is taken from a variable; write it out',
  WHOLE_SECOND: 'waits a whole second',
  JUMP_IN_VARIABLE: 'the group to jump to is named by a variable; draw the ways',
  RETURNS_BOUNDED: ({ most }) => `goes back to ${most} places at most`,
  LINKED_BOT: 'import the linked bot too, then choose it here; inputs and outputs have to be named',
  RESUMED_BY_API: 'waits until the run is resumed by the API with a text',
  NO_LOOP: 'draw the loop with a counter, a condition and a goto',
  PAGE_SCRIPT_LEFT_OUT: "a script of the visitor's page is left out",
  SCRIPT_WITHOUT_PAGE: 'runs apart from all else, without page and network',
  // Calls and other services
  ADDRESS_INCOMPLETE: 'the address has to be written out',
  ERROR_NOT_STORED: 'nothing is stored from an answer that reports an error',
  BODY_OF_ALL_ANSWERS: 'the body with all answers has to be written out',
  BODY_AS_TEXT: 'the body is sent as text',
  MODEL_TO_SET_UP: 'set up the model that answers here: its maker, its name and its key stay behind',
  CONVERSATION_READ: 'the model reads the conversation itself in place of a variable',
  COUNTS_NOT_STORED: 'counts of tokens and ids of threads are not stored',
  TOOLS_LEFT_OUT: 'its tools are not brought over: make each a flow or a call and give it to the model',
  ASSISTANT_ELSEWHERE: 'the instructions of the assistant stay with its maker: write them here',
  NO_SPEECH: 'speech is neither made nor read here; work with texts, or call a service by http',
  MEASUREMENTS_LEFT_OUT: 'measurements of web pages are left out',
  HANDOFF_WITHOUT_CHATWOOT: 'a person takes over here, without Chatwoot',
  MAIL_SERVER_TO_SET_UP:
    'store your mail server as the secret "mail": the one it went by and its sender stay behind',
  MAIL_TO_NOBODY: 'the mail names nobody it goes to, so a webhook is called in its place',
  HIDDEN_COPIES_LEFT_OUT:
    'hidden copies are left out: everybody who gets an e-mail here can see who else does',
  ATTACHMENTS_LEFT_OUT: 'files behind addresses are not attached; choose files that the flow received',
  SHEET_ROW_APPENDED: ({ columns }) =>
    `a call of Google appends the row: set Google up as the connection "google", check the spreadsheet in the address, and put the values in the order of its columns (${columns || 'none is named'})`,
  SHEET_ROWS_READ:
    'a call of Google reads the rows of the first sheet: set Google up as the connection "google", and take the row you want from the answer, or call the recipe "Google Sheets: find a row" in its place',
  SHEET_ROW_NOT_CHANGED: ({ columns }) =>
    `the row is not changed, its sheet is only read: find its number with the recipe "Google Sheets: find a row", and write it by http (${columns || 'no column is named'})`,
  BLOCK_UNKNOWN: ({ type }) => `blocks of type "${type}" are not known here`,
  // Starts and events
  COMMAND_AS_START: ({ command }) => `the command "${command}" became a start by the API`,
  EVENT_LEFT_OUT: ({ type }) => `events of type "${type}" have no place here`,
  ANY_WORD_STARTS: 'one of the words is enough to start',
  START_CONDITION_LOST: 'the start condition has to be written anew',
  ANY_MESSAGE_STARTS: 'any message starts it, once an hour at most',
  GROUPS_NOT_REACHED: ({ groups }) =>
    `nothing leads to what is in ${groups.map((title) => `"${title}"`).join(', ')}; connect it or remove it, else the flow cannot be published`,
}
