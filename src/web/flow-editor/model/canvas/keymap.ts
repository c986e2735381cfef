/** What a key does in the editor. */
export type Command =
  | 'undo'
  | 'redo'
  | 'selectAll'
  | 'duplicate'
  | 'remove'
  | 'removeAndReconnect'
  | 'find'
  | 'menu'
  | 'check'
  | 'add'
  | 'addNext'
  | 'edit'
  | 'connect'
  | 'leave'
  | 'fit'
  | 'actualSize'
  | 'zoomIn'
  | 'zoomOut'
  | 'arrange'
  | 'wheel'
  | 'simulate'
  | 'variables'
  | 'outline'
  | 'help'
  | 'finish'
  | 'selectBefore'
  | 'selectBehind'
  | 'nudge'
  | 'neighbour'

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

interface Binding {
  command: Command
  /** As the help shows it; Mod is Ctrl, or ⌘ on a Mac. */
  keys: readonly string[]
  matches: (press: KeyPress) => boolean
  /** Works anywhere in the editor; the others only where nobody is typing. */
  anywhere?: boolean
}

const isMod = (press: KeyPress): boolean => (press.ctrlKey || press.metaKey) && !press.altKey
const isPlain = (press: KeyPress): boolean => !(press.ctrlKey || press.metaKey || press.altKey)
const mod = (key: string) => (press: KeyPress) =>
  isMod(press) && !press.shiftKey && press.key.toLowerCase() === key
const plain =
  (...keys: string[]) =>
  (press: KeyPress) =>
    isPlain(press) && keys.includes(press.key)
const isArrow = (press: KeyPress): boolean => press.key.startsWith('Arrow')

/** Every key of the editor in the order of the help; copy, cut and paste come as events of the clipboard. */
export const KEYMAP: readonly Binding[] = [
  { command: 'help', keys: ['?'], matches: plain('?') },
  { command: 'menu', keys: ['Mod+K'], matches: mod('k'), anywhere: true },
  { command: 'find', keys: ['Mod+F'], matches: mod('f'), anywhere: true },
  { command: 'check', keys: ['Mod+S'], matches: mod('s'), anywhere: true },
  { command: 'undo', keys: ['Mod+Z'], matches: mod('z') },
  {
    command: 'redo',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    matches: (press) =>
      isMod(press) &&
      ((press.shiftKey && press.key.toLowerCase() === 'z') || press.key.toLowerCase() === 'y'),
  },
  { command: 'add', keys: ['A'], matches: plain('a') },
  { command: 'addNext', keys: ['+', 'Insert'], matches: plain('+', 'Insert') },
  { command: 'edit', keys: ['Enter'], matches: plain('Enter') },
  { command: 'connect', keys: ['C'], matches: plain('c') },
  { command: 'leave', keys: ['Esc'], matches: plain('Escape'), anywhere: true },
  {
    command: 'neighbour',
    keys: ['Alt+← ↑ → ↓'],
    matches: (press) => isArrow(press) && press.altKey && !press.ctrlKey && !press.metaKey,
  },
  {
    command: 'nudge',
    keys: ['← ↑ → ↓', 'Shift+← ↑ → ↓'],
    matches: (press) => isArrow(press) && isPlain(press),
  },
  { command: 'finish', keys: ['Mod+Enter'], matches: mod('enter'), anywhere: true },
  { command: 'selectBefore', keys: ['['], matches: plain('[') },
  { command: 'selectBehind', keys: [']'], matches: plain(']') },
  { command: 'selectAll', keys: ['Mod+A'], matches: mod('a') },
  { command: 'duplicate', keys: ['Mod+D'], matches: mod('d') },
  { command: 'remove', keys: ['Del', 'Backspace'], matches: plain('Delete', 'Backspace') },
  {
    command: 'removeAndReconnect',
    keys: ['Mod+Del'],
    matches: (press) => isMod(press) && (press.key === 'Delete' || press.key === 'Backspace'),
  },
  { command: 'fit', keys: ['1'], matches: plain('1') },
  { command: 'actualSize', keys: ['0'], matches: plain('0') },
  { command: 'zoomIn', keys: ['='], matches: plain('=') },
  { command: 'zoomOut', keys: ['-'], matches: plain('-') },
  { command: 'arrange', keys: ['L'], matches: plain('l') },
  { command: 'wheel', keys: ['W'], matches: plain('w') },
  { command: 'outline', keys: ['O'], matches: plain('o') },
  { command: 'simulate', keys: ['P'], matches: plain('p') },
  { command: 'variables', keys: ['V'], matches: plain('v') },
]

/** The command of a key press; undefined when it means nothing here, or belongs to the field that is typed in. */
export function matchKey(press: KeyPress, isTyping: boolean): Command | undefined {
  return KEYMAP.find((binding) => (binding.anywhere || !isTyping) && binding.matches(press))?.command
}
