/** Every bound of the flow engine in one place. Units are in the names; sizes of text are UTF-16 code units unless a name says bytes. */

export const MAX_NODES = 500
export const MAX_EDGES = 2_000
export const MAX_DEFINITION_CHARS = 1_048_576
export const LARGE_FLOW_NODES = 200

/** Nodes executed for one event before the run fails with LOOP_LIMIT; a flow's settings may choose 1 to 500. */
export const MAX_STEPS_PER_EVENT = 100
export const MAX_STEPS_PER_EVENT_SETTING = 500
export const MAX_SENDS_PER_EVENT = 20
/** Of one run within a day, so that a menu people come back to for weeks does not end. */
export const MAX_EVENTS_PER_RUN_DAY = 500
export const MAX_STEPS_PER_RUN_DAY = 1_000
export const RUN_DAY_MS = 24 * 3_600_000
export const MAX_SUBFLOW_DEPTH = 10
export const MAX_CONTEXT_BYTES = 65_536

/** More than this many inbound messages inside the window, while a run is live, looks like another bot. */
export const LOOP_GUARD_MESSAGES = 15
export const LOOP_GUARD_WINDOW_MS = 60_000
/** This many timeouts in a row without one inbound message park the run. */
export const MAX_TIMEOUTS_IN_ROW = 5
/** Answers of calls, scripts and models, one after another, without a word of the contact or a timer in between: a round that nobody slows. */
export const MAX_EFFECTS_IN_ROW = 100
/** This many messages that could not be delivered, without one inbound message, end the run: nobody is there to read more. */
export const MAX_FAILED_SENDS_IN_ROW = 20

export const MAX_TEMPLATE_CHARS = 20_000
export const MAX_TEMPLATE_OUTPUT_CHARS = 10_000
export const MAX_TEMPLATE_LOOP = 100
/** Of all loops of one text together, nested ones counted each time they run. */
export const MAX_TEMPLATE_PASSES = 10_000
/** Of true time, so that only what no other bound holds runs into it: a busy machine must not make a flow fail. */
export const TEMPLATE_RENDER_LIMIT_MS = 5_000
export const TEMPLATE_MEMORY_LIMIT = 200_000

export const MAX_FORMULA_CHARS = 2_000
/** How deep brackets and calls of a formula may be nested. */
export const MAX_FORMULA_DEPTH = 40
/** Parts of a formula that are worked out, and items of lists that it goes through. */
export const MAX_FORMULA_STEPS = 50_000
export const MAX_FORMULA_LIST = 1_000

export const MAX_TEXT_CHARS = 4_096
export const MAX_PATTERN_CHARS = 1_000
/** Instructions of a compiled pattern; `.{1,1000}` has 2,007. Compiling that many takes some 20 ms. */
export const MAX_PATTERN_SIZE = 4_000
/** Classes such as `\p{L}` in one pattern: each takes milliseconds to compile, whatever comes out of it. */
export const MAX_PATTERN_UNICODE_CLASSES = 20
/**
 * Instructions times characters that one text may take against one pattern, which is what RE2 takes at worst: 25 ms where a
 * step was measured at 12 ns at best, 150 ms at 78 ns. A pattern of 20 instructions reads 100,000 characters with it.
 */
export const MAX_PATTERN_STEPS = 2_000_000
/** The same, of all patterns that one event is compared with. */
export const MAX_PATTERN_STEPS_PER_EVENT = 10_000_000
export const MIN_WAIT_TIMEOUT_SEC = 10
export const MAX_WAIT_SEC = 30 * 24 * 3_600
export const MAX_REMINDERS = 5
export const MAX_BUFFERED_MESSAGES = 10

export const DORMANT_TTL_SEC = 30 * 24 * 3_600
/** A message older than this when it is processed starts no flow (a backlog after a reconnect). */
export const STALE_AFTER_SEC = 600
/** A timer that fell due while its client was away waits this long after the reconnect. */
export const RECONNECT_GRACE_MS = 60_000
export const DEFAULT_HANDOFF_SEC = 1_800
export const SUMMARY_TEXT_CHARS = 80

export const MAX_POLL_OPTIONS = 12
/** Longer labels are cut by phones. */
export const MAX_POLL_OPTION_CHARS = 100
export const MAX_ALBUM_ITEMS = 10
/** A contact who keeps typing is answered after this time or this many pieces, whatever `inputDebounceMs` says. */
export const MAX_DEBOUNCE_MS = 60_000
export const MAX_FRAGMENTS = 20

export const MAX_HTTP_BODY_BYTES = 262_144
/** A stored file that a call posts; it is streamed, never held whole. */
export const MAX_HTTP_FILE_BYTES = 67_108_864
/** Of an e-mail: people it goes to, files, and their bytes together, which are held while it is sent. */
export const MAX_EMAIL_RECIPIENTS = 20
export const MAX_EMAIL_FILES = 10
export const MAX_EMAIL_FILE_BYTES = 15_728_640
export const MAX_HTTP_TIMEOUT_MS = 60_000
export const MAX_HTTP_MAPS = 20
/** A larger body is given to `map` and `saveAs` only and not kept as `{{ node.ID.body }}`. */
export const MAX_NODE_RESULT_CHARS = 8_192
export const MAX_CODE_CHARS = 32_768
export const MAX_CODE_TIMEOUT_MS = 2_000
export const MAX_CODE_MEMORY_MB = 64
/** Messages of the conversation, ours and theirs, that a model is shown. */
export const MAX_AI_HISTORY_TURNS = 50
export const MAX_AI_INSTRUCTION_CHARS = 16_000
/** Of one message that is shown to a model, of `facts` and of `prompt`. */
export const MAX_AI_MESSAGE_CHARS = 8_000
/** Pieces of documents that a model is shown with one question; each has about 1,200 characters. */
export const MAX_AI_PIECES = 10
export const MAX_AI_ROUTES = 20
export const MAX_AI_SCHEMA_CHARS = 8_192
/** Tokens that one answer may take. */
export const MAX_AI_TOKENS = 8_192
export const MAX_AI_TIMEOUT_MS = 60_000
export const MAX_AI_TOOLS = 20
/** Questions to a model at one node until the contact writes again. */
export const MAX_AI_STEPS = 20
/** Calls of tools that one answer may ask for. */
export const MAX_AI_CALLS = 8
/** Of one tool's output that a model is shown, as JSON; and of what it may give a tool. */
export const MAX_TOOL_OUTPUT_CHARS = 6_000
export const MAX_TOOL_INPUT_CHARS = 4_000
/** Of all that was called and said at one node; it is a part of the run's context. */
export const MAX_AI_TURNS_BYTES = 32_768
/** Flows one event may switch through. */
export const MAX_SWITCHES_PER_EVENT = 10

/** Items of a list that one menu offers, and of one of its pages. */
export const MAX_LIST_OPTIONS = 99
export const MAX_PAGE_OPTIONS = 20

/** Groups of words that mean the same in one flow, words of a group, and characters of one. */
export const MAX_STOP_WORDS = 20
export const MAX_STOP_WORD_CHARS = 40
export const MAX_SYNONYM_GROUPS = 100
export const MAX_SYNONYMS = 20
export const MAX_SYNONYM_CHARS = 60

/** Languages of one flow beside its main one, and texts of one of them. */
export const MAX_LANGUAGES = 20
export const MAX_TRANSLATED_TEXTS = 10_000

/** Test cases saved with one flow. */
export const MAX_TEST_CASES = 50
