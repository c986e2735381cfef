import type { ContactFieldType } from '../../core/contact/contact-fields.ts'
import type { CronField } from '../../core/flow/index.ts'
import type { FindingWords } from '../findings.ts'

/** What a field takes, by the kinds that schemas name. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

const CRON_FIELDS: Readonly<Record<CronField, string>> = {
  minute: 'minute',
  hour: 'hour',
  day: 'day of month',
  month: 'month',
  weekday: 'day of week',
}

/** What a defined field of contacts holds, and how the type of a value for it is called in the form of a node. */
const FIELD_TYPES: Readonly<Record<ContactFieldType, string>> = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  date: 'date',
  choice: 'choice',
}
const READ_AS: Readonly<Record<ContactFieldType, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  choice: 'Text',
}

const flow: FindingWords['flow'] = {
  // The graph
  EDGE_TWICE: ({ handle, node }) => `"${handle}" of "${node}" already has an edge; remove one of the two.`,
  LEADS_NOWHERE: ({ exit }) =>
    `"${exit}" leads nowhere: the run completes there. Connect it, or add an end node.`,
  EDGE_FROM_NOWHERE: ({ node }) => `The edge starts at "${node}", which does not exist; remove it.`,
  EDGE_TO_NOWHERE: ({ node }) => `The edge leads to "${node}", which does not exist; remove it.`,
  NO_WAY_IN: ({ type }) => `Nothing can lead to a ${type} node; remove the edge.`,
  EXIT_UNKNOWN: ({ type, node, handle }) =>
    `The ${type} node "${node}" has no exit "${handle}"; remove the edge.`,
  NO_TRIGGER_LEADS: 'No trigger leads anywhere; add a trigger node and connect it.',
  NOT_REACHED: ({ node }) => `No trigger reaches "${node}"; connect it or remove it.`,
  LOOP: ({ node }) =>
    `The path through "${node}" comes back to it without waiting; add a question or a delay, or make sure a condition leaves it.`,
  NODE_ID_TWICE: ({ id }) => `Two nodes have the id "${id}"; give each its own.`,
  EDGE_ID_TWICE: ({ id }) => `Two edges have the id "${id}"; give each its own.`,
  MANY_NODES: ({ count }) => `The flow has ${count} nodes; sub-flows keep it readable.`,
  GO_TO_ITSELF: 'The node goes to itself; choose another target.',
  GO_TO_NOWHERE: ({ node }) => `There is no node "${node}" to go to; choose another target.`,
  GO_TO_NO_ENTRY: ({ type }) => `A goto cannot lead to a ${type} node; choose the node after it.`,
  FALLBACK_BLANK: ({ behavior }) =>
    `fallbackText is blank, but fallbackBehavior "${behavior}" sends it; write the text.`,
  // What the host has
  TYPE_UNKNOWN: ({ type }) =>
    `This server does not know the node type "${type}"; remove the node or update the server.`,
  TYPE_UNSUPPORTED: ({ type }) =>
    `This server cannot run ${type} nodes yet; remove the node or update the server.`,
  USE_UNSUPPORTED: ({ type, need }) =>
    `This use of ${type} needs ${need}, which this server cannot run yet; change the node.`,
  FILE_LEFT_OUT: 'A file did not come with the flow; give it here.',
  FILE_GONE: 'A stored file is not there any more; choose another one.',
  SECRET_UNKNOWN: ({ name }) => `There is no secret "${name}"; store it first, or correct its name.`,
  SECRET_HELD: ({ name, host }) =>
    `The secret "${name}" may not go to ${host}; name this host with it, or correct the address.`,
  SECRET_IN_TEXT: ({ path }) => `${path} seems to hold a secret; store it as a secret of the server instead.`,
  // Triggers, menus and other flows
  KEYWORD_SHARED: ({ keyword, flow }) =>
    `"${keyword}" also starts the flow "${flow}"; priority decides which one runs.`,
  MOMENT_PAST: 'The moment is past, so nobody is started; choose a later one, or times that repeat.',
  WAITS_FOR_EVER: 'The run waits here for ever when nobody answers; set a timeout.',
  KEYWORD_OF_MENU: ({ keyword }) =>
    `"${keyword}" is also a keyword of the main menu, which wins; rename the option.`,
  CALLS_ITSELF: 'A flow cannot call itself; use a goto instead.',
  CALLED_UNPUBLISHED: 'The called flow is not published for this number; publish it first.',
  CALLED_WITHOUT_TRIGGER: 'The called flow has no connected trigger.api; add one.',
  // Languages
  TRANSLATION_MISSING: ({ languages }) =>
    `Texts are missing in: ${languages}. Contacts read the main language there.`,
  TRANSLATION_STALE: ({ languages }) =>
    `The text changed after it was translated: ${languages}. Look at the translation again.`,
  TRANSLATION_UNFIT: ({ languages }) =>
    `A translation inserts other values in its braces than the text does: ${languages}. Use the same ones.`,
  TRANSLATION_BROKEN: ({ language }) =>
    `A text cannot be used in ${language}: it is blank or too long, its braces are not right, or two options have one name. Correct the translation.`,
  // A definition that cannot be read
  SETTINGS_TIME_ZONE: ({ place }) => `${place}: use an IANA time zone such as Europe/Lisbon`,
  DECLARED_NAME: ({ place }) =>
    `${place}: a variable name is a letter or _ and up to 63 letters, digits or _`,
  // What has no code here: a document that is no flow, and what a newer service says
  OTHER: ({ sentence }) => sentence,
}

const field: FindingWords['field'] = {
  // Triggers and other flows
  IDLE_TIME_MISSING: 'say after how many idle seconds the flow starts',
  DECLARED_TWICE: ({ name }) => `"${name}" is declared twice`,
  DEFAULT_OF_OTHER_TYPE: ({ type }) => `is no ${type}; give one, or change the type`,
  KEYWORD_BLANK: 'a keyword is not blank',
  KEYWORDS_MISSING: 'name at least one keyword',
  KEYWORDS_TOO_MANY: 'name at most 50 keywords',
  MENU_KEYWORD_TOO_LONG: 'a main-menu keyword has at most 40 characters',
  MAIN_MENU_TWICE: 'a flow has one main-menu trigger; remove the others',
  TIME_ZONE_UNKNOWN: 'use an IANA time zone such as Europe/Lisbon',
  NO_ADDRESS: 'is no phone number or address',
  CRON_OR_MOMENT: 'give either times that repeat (cron) or one moment (at)',
  NO_MOMENT: 'is not a date and time such as 2026-12-24 18:00',
  NO_MOMENT_TO_WAIT_FOR: 'is not a date and time such as 2026-12-24T18:00:00Z or 2026-12-24 18:00',
  AUDIENCE_MISSING: 'name tags, flags or addresses; nobody is meant yet',
  CRON_INCOMPLETE: 'a schedule has five fields: minute hour day-of-month month day-of-week',
  CRON_FIELD: ({ text, field }) => `"${text}" is no ${CRON_FIELDS[field]} of a schedule`,
  FLOW_TO_CALL_MISSING: 'choose the flow to call',
  FLOW_TO_SWITCH_TO_MISSING: 'choose the flow to switch to',
  NODE_TO_GO_TO_MISSING: 'choose the node to go to',
  NO_CALL_PATH: 'begin with body, query or headers, such as body.customer.phone, query.id or headers.x-id',
  SIGNATURE_SECRET_MISSING:
    'name the secret that calls are signed with, such as {{ secrets.shop }}, and nothing else',
  NO_EVENT_NAME: 'an event is 1 to 64 lower-case letters, digits, _ or .',
  // Questions and options
  NO_COUNTRY: 'a country is two letters, for instance PT',
  GROUP_CHANGES_MISSING: 'choose at least one thing that happens',
  CALL_STATES_MISSING: 'choose at least one state of a call',
  LABELS_MISSING: 'name a label to put on or to take off',
  LABEL_ALSO_REMOVED: ({ label }) => `the label "${label}" is put on and taken off`,
  NO_GROUP: 'this is no group: its address ends in @g.us',
  NO_PEOPLE: 'each is a number, an address or the @username of a person',
  NO_CHANNEL: 'this is no channel: its address ends in @newsletter',
  NOTHING_TO_POST: 'write a text or choose a file',
  NO_COLOUR: 'a colour looks like #1f6e5c',
  REMINDERS_TOO_MANY: ({ most }) => `at most ${most} reminders`,
  MIN_ABOVE_MAX: 'is larger than max',
  PATTERN_MISSING: 'write the pattern the answer must match',
  REMINDERS_UNORDERED: 'reminders go from early to late',
  REMINDER_AFTER_TIMEOUT: 'a reminder comes before the timeout',
  NO_DATE_FORMAT: 'names YYYY, MM and DD once',
  NO_CASE_ID: 'a case id is 1 to 64 letters, digits, _ or -',
  NO_OPTION_ID: 'an option id is 1 to 64 letters, digits, _ or -',
  NO_ARM_ID: 'an arm id is 1 to 64 letters, digits, _ or -',
  CASES_MISSING: 'add at least one case',
  OPTIONS_MISSING: 'add at least one option',
  CONTACTS_MISSING: 'add at least one contact',
  ASSIGNMENTS_MISSING: 'add at least one assignment',
  CONTACTS_TOO_MANY: 'at most 20 contacts',
  USED_TWICE: ({ id }) => `"${id}" is used twice`,
  CASE_FORMS: 'give exactly one of all, any and expr',
  ROW_WITHOUT_LEFT: ({ op }) => `a row with "${op}" needs a left side`,
  ROW_WITHOUT_RIGHT: ({ op }) => `a row with "${op}" needs a right side`,
  NO_TYPE_TO_COMPARE: ({ types }) => `is_type compares with ${types}`,
  OPTIONS_TOO_MANY: 'a menu has at most 20 options',
  SEVERAL_NO_POLL: 'a poll answers with the first tap; choose numbered where several are chosen',
  MENU_NO_POLL: ({ most, count }) => `a poll has 2 to ${most} options, not ${count}; choose numbered`,
  NUMBER_OF_ANOTHER: ({ name }) => `"${name}" is the number of another option`,
  NAME_OF_TWO: ({ name }) => `"${name}" names two options`,
  POLL_TOO_SHORT: 'a poll has at least 2 options',
  POLL_TOO_LONG: ({ most }) => `a poll has at most ${most} options`,
  THERE_TWICE: ({ text }) => `"${text}" is there twice`,
  SELECTABLE_TOO_MANY: 'is more than there are options',
  WEIGHT_NOT_POSITIVE: 'a weight is more than 0',
  NO_MODEL_NAME: 'a model’s name is 1 to 64 letters, digits, _ or -, and begins with no digit',
  NO_ROUTE_ID: 'a route id is 1 to 64 letters, digits, _ or -',
  NO_TOOL_NAME: 'a tool is called by letters, digits, _ and -, at most 64, and begins with no digit',
  TOOLS_MISSING: 'give at least one tool, or let it only reply',
  TOOLS_TOO_MANY: ({ most }) => `there are at most ${most} tools`,
  ROUTES_TOO_FEW: 'give at least two routes to choose from',
  ROUTES_TOO_MANY: ({ most }) => `there are at most ${most} routes`,
  INSTRUCTION_READS: ({ name }) =>
    `instructions cannot read {{ ${name} }}, which may hold words of others; read it in the facts`,
  EXTRACT_WITHOUT_VARIABLE: 'name the variable that the extracted object goes into',
  NO_COLLECTION_NAME: 'a collection is letters, digits, _ and -, and begins with no digit',
  COLLECTIONS_MISSING: 'name the collections of documents to look in, or look in all',
  SOURCES_WITHOUT_KNOWLEDGE: 'there are no sources where no documents are looked in',
  APPROVAL_SENDS_NOTHING: 'nothing is sent here that a person could approve',
  SCHEMA_MISSING: 'say in a JSON Schema what is to be extracted',
  SCHEMA_NO_JSON: 'is not a JSON Schema',
  SCHEMA_NO_OBJECT: 'has to be a schema of an object, with its properties',
  SCHEMA_TOO_LARGE: ({ most }) => `is too large: at most ${most} characters and 1,000 values`,
  SCHEMA_KEYWORD: ({ name }) =>
    `cannot use "${name}"; only types, properties, lists, choices and sizes are understood`,
  NO_LINK_HOST: ({ name }) => `"${name}" is no host; write it like shop.example.com or *.example.com`,
  MODEL_NOT_SET: ({ name }) =>
    `there is no model "${name}"; set it up on the page Models, or choose another one`,
  MODEL_KEY_MISSING: ({ name, secret }) =>
    `the model "${name}" takes its key from the secret "${secret}", which is missing; store it`,
  NO_TABLE_NAME: 'a table is named by letters, digits and _, without a digit at its beginning',
  NO_COLUMN_NAME: 'a column is named by letters, digits and _, without a digit at its beginning',
  ROW_VALUES_MISSING: 'give the row at least one value',
  ROW_FILTER_MISSING: 'say which rows are meant; without a filter it would be all of them',
  TABLE_UNKNOWN: ({ name }) => `there is no table "${name}"; make it on the page Tables`,
  COLUMN_UNKNOWN: ({ name, table }) => `the table "${table}" has no column "${name}"`,
  CONTACT_FIELD_UNDEFINED: ({ name }) =>
    `contacts have no field "${name}"; define it on the page Contacts, so that people can see and change it`,
  CONTACT_FIELD_TYPE: ({ name, type }) =>
    `the field "${name}" is of the type ${FIELD_TYPES[type]}; choose "${READ_AS[type]}" as the type of the value`,
  CONTACT_FIELD_VALUE: ({ name, type, choices }) =>
    type === 'choice'
      ? `the field "${name}" is one of ${choices}`
      : `the field "${name}" is of the type ${FIELD_TYPES[type]}, and this is none`,
  ANSWER_ABOVE_LIMIT: ({ name, most }) =>
    `is more than the ${most} tokens that a run may take of the model "${name}"`,
  ARMS_TOO_FEW: 'a split has at least two arms',
  ARMS_TOO_MANY: 'a split has at most 20 arms',
  NO_FILE_KIND: ({ kinds }) => `is no kind: ${kinds}`,
  // Actions
  EMOJI_MISSING: 'give the emoji to react with',
  LABEL_MISSING: 'name the label',
  NO_MILLISECONDS: 'give 0 to 60000 milliseconds',
  SCRIPT_TOO_LONG: 'at most 32 KiB',
  SCRIPT_BLANK: 'is blank; write the script',
  SCRIPT_TIME_TOO_LONG: 'at most 2 seconds',
  TAGS_MISSING: 'name a tag to add or to remove',
  TAG_ALSO_REMOVED: ({ tag }) => `"${tag}" is also removed; keep one of the two`,
  WAIT_TOO_SHORT: 'at least one second',
  WAIT_TOO_LONG: 'at most 30 days',
  CALL_TIME_TOO_LONG: 'at most 60 seconds',
  TIMEOUT_TOO_SHORT: ({ least }) => `at least ${least} seconds`,
  WAIT_MISSING: 'say how long to wait',
  CALENDAR_MISSING: 'give the opening hours to wait for',
  MOMENT_MISSING: 'say until when to wait',
  DURATION_NEGATIVE: 'a duration is not negative',
  DEPARTMENT_OR_PERSON: 'choose a department or a person, not both',
  DEPARTMENT_GONE: 'this department is not there; choose another one',
  PERSON_GONE: 'this person is not in the workspace or may not write to contacts; choose another one',
  NO_CLOCK_TIME: 'is no time such as 09:00',
  NO_DATE: 'is no date such as 2026-12-25',
  ENDS_BEFORE_IT_BEGINS: 'ends before it begins; split it at midnight (24:00 and 00:00)',
  NEVER_OPEN: 'is never open; give at least one day its hours',
  FASTER_THAN_CLIENT: ({ most }) => `this number sends at most ${most} messages a minute; lower it.`,
  // Addresses and files
  URL_MISSING: 'write the address',
  MAPS_TOO_MANY: ({ most }) => `at most ${most} maps`,
  NO_SECRET_NAME: 'is no name of a secret',
  NO_HEADER_NAME: ({ name }) => `"${name}" is no name of a header`,
  HEADER_WITH_LINE_BREAK: 'a header has no line breaks',
  NO_JSON_PATH: 'is no path such as items[0].status',
  METHOD_WITHOUT_BODY: ({ method }) => `a ${method} request has none; remove it or choose POST`,
  BODY_NO_TEXT: 'write a text',
  EMAIL_SECRET_MISSING: 'name the secret of the mail server, such as {{ secrets.mail }}, and nothing else',
  EMAIL_TO_MISSING: 'say whom the e-mail goes to',
  EMAIL_SUBJECT_MISSING: 'give the e-mail a subject',
  EMAIL_EMPTY: 'write a text, or one in HTML',
  EMAIL_FILES_TOO_MANY: ({ most }) => `at most ${most} files`,
  NO_EMAIL_ADDRESS: 'write addresses such as ana@example.com, with commas between and without names',
  BODY_NO_FILE: 'name the file by its mediaId, for instance {{ vars.photo.mediaId }}',
  FILE_WITHOUT_PLACE:
    'goes along in a form with parts or in JSON only; choose one of them as the kind of body',
  FILE_IN_NO_OBJECT: 'has a file put into it, so it has to be a JSON object',
  BODY_NO_JSON:
    'is not valid JSON; put quotes around every {{ }} (a value that is one single {{ }} keeps its type)',
  JSON_TOO_DEEP: ({ most }) => `is too much JSON: it nests deeper than ${most} levels.`,
  JSON_TOO_LARGE: ({ most }) => `is too much JSON: it holds more than ${most} values and keys.`,
  NO_MEDIA_TYPE: 'is no media type such as image/jpeg',
  NO_CAPTION: ({ kind }) => `${kind} carries no text; send it as its own message`,
  MEDIA_TYPE_OF_ANOTHER: ({ type, kind }) => `"${type}" is no ${kind}; change the kind or the type`,
  URL_AND_ASSET: 'give a url or an assetId, not both',
  NO_URL_OR_ASSET: 'give a url or an assetId',
  NO_HTTP_ADDRESS: 'start with https:// (or http://)',
  HOST_IS_TEMPLATE: 'write the host out; only what follows it may be a template',
  HOST_MISSING: 'names no host',
  CREDENTIALS_IN_ADDRESS: 'leave out what stands before the @; a user name or password goes into a header',
  ADDRESS_PRIVATE:
    'is an address of a private network; use a public one, or have an operator allow it (OUTBOUND_ALLOW)',
  NOT_ENCRYPTED:
    'would be called without encryption; use https, or have an operator allow its address (OUTBOUND_ALLOW)',
  ALBUM_TOO_SHORT: 'an album has at least 2 items',
  ALBUM_TOO_LONG: ({ most }) => `an album has at most ${most} items`,
  ALBUM_WITH_FILE: 'an album takes its files from items; remove url and assetId',
  NO_DEGREES: ({ most }) => `give degrees from -${most} to ${most}`,
  NO_PHONE: 'is no number in international form such as +351912345678',
  // Variables, templates and secrets
  NO_AMOUNT: 'an increment is a number or a {{ template }}',
  NO_VARIABLE_NAME: 'a variable name is a letter or _ and up to 63 letters, digits or _',
  NO_INPUT_NAME: 'an input name is a letter or _ and up to 63 letters, digits or _',
  NAME_RESERVED: 'this name is reserved; choose another',
  TEXT_TOO_LONG: ({ most }) => `at most ${most} characters`,
  TEXT_BLANK: 'is blank; write the text',
  ALWAYS_EMPTY: ({ name, root, fields }) => `"${name}" is always empty; of ${root} there are ${fields}.`,
  NEVER_SET: ({ name }) => `nothing in this flow sets "${name}"; it will be empty unless an input gives it.`,
  ROOT_UNKNOWN: ({ name, root }) =>
    `"${name}" starts with "${root}", which is neither a variable nor a known root`,
  SECRET_NOT_HERE: 'secrets can be used in http, ai and webhook fields only; remove it here',
  SECRET_NOT_ALONE: ({ name }) => `write the secret as {{ secrets.${name} }}, without filters or conditions`,
  EXPRESSION_IN_BRACES: 'write an expression without {{ }}, for instance vars.age >= 18',
  EXPRESSION_EMPTY: 'the expression is empty',
  FORMULA_MISSING: 'write the formula whose value the variable gets, for instance vars.price * 2',
  FORMULA_ENDS_EARLY: 'the formula ends too early; something is missing behind its last sign',
  FORMULA_UNEXPECTED: ({ text, place }) => `"${text}" at place ${place} does not fit there`,
  FORMULA_TEXT_OPEN: 'a text in the formula has no closing quotation mark',
  FORMULA_FUNCTION_UNKNOWN: ({ name }) => `there is no function "${name}"`,
  FORMULA_ARGUMENTS: ({ usage }) => `write the function as ${usage}`,
  FORMULA_TOO_DEEP: ({ most }) => `brackets and functions stand in each other at most ${most} deep`,
  PATTERN_TOO_LONG: ({ most }) => `a pattern has at most ${most} characters`,
  PATTERN_TOO_LARGE: 'the pattern is too large; use fewer or smaller repetitions',
  PATTERN_CLASSES: ({ most }) => `a pattern has at most ${most} classes such as \\p{L}`,
  PATTERN_NOT_RE2: ({ why }) =>
    `${why}; patterns are RE2: look-ahead, look-behind and back-references are not available`,
  // Any field
  FIELD_UNKNOWN: ({ names }) => `unknown field ${names}; remove it`,
  NONE_OF_CHOICES: ({ choices }) => `choose one of ${choices}`,
  KIND_OTHER: ({ kind }) => `is missing or of another kind; give ${KINDS[kind] ?? `a value of type ${kind}`}`,
  TOO_SMALL: ({ least }) => `give at least ${least}`,
  TOO_BIG: ({ most }) => `give at most ${most}`,
  // What the language of a text or a script says itself, in its own words
  UNREADABLE: ({ why }) => why,
}

export const findings: FindingWords = { flow, field }
