import { shortenImports } from '../../src/platform/module-shortcut.ts'

shortenImports()
