import { runHere, watchLauncher } from './launch.mjs'

const [file = '', ...args] = process.argv.slice(2)
watchLauncher()
await runHere(file, args)
