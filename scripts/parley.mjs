#!/usr/bin/env node
import { existsSync, realpathSync } from 'node:fs'
import { PROJECT_ROOT, start } from './bootstrap/start.mjs'

// npm runs scripts in the project's folder; file names on the command line mean the caller's.
const caller = process.env.INIT_CWD
const isRunByNpm =
  process.env.npm_lifecycle_event && realpathSync(process.cwd()) === realpathSync(PROJECT_ROOT)
if (isRunByNpm && caller && existsSync(caller)) process.chdir(caller)

await start('src/bin/parley.ts', process.argv.slice(2))
