import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildDashboard } from '../src/bin/builds/dashboard.ts'
import { buildServer } from '../src/bin/builds/server.ts'
import { buildStamp } from './bootstrap/modules.mjs'

/**
 * Makes a folder with installed packages complete, so that whoever runs the service from it later writes nothing there: notes
 * that the packages are those of the lock file, and builds the dashboard and the server. For images and other places where the
 * service runs as somebody who does not own its files.
 */
const root = path.join(import.meta.dirname, '..')
const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
writeFileSync(path.join(root, 'node_modules', '.parley-stamp'), buildStamp(lock, process.version))
const directory = await buildDashboard({ info: (fields, message) => console.log(message, fields) })
console.log(`the dashboard is in ${path.relative(root, directory)}`)
console.log(`the server is in ${path.relative(root, await buildServer())}`)
