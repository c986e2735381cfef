import { keepFiles } from './generators/files.ts'
import { buildPeersFile } from './generators/peers.ts'

/** Writes the table beside other gateways; `--check` as in `keepFiles`. */
keepFiles(buildPeersFile())
