import { buildPictures } from '../template-pictures.ts'
import type { GeneratedFiles } from './files.ts'

/** The pictures of the templates. */
export function buildPicturesFile(): GeneratedFiles {
  return { 'src/web/features/flows/templates/pictures.json': buildPictures() }
}
