import { keepFiles } from './generators/files.ts'
import { buildPicturesFile } from './generators/template-pictures.ts'

/** Draws the pictures of the templates; `--check` as in `keepFiles`. */
keepFiles(buildPicturesFile())
