export {
  ContactPictures,
  type FoundPicture,
  isFresh,
  type PictureQuery,
} from './contact-pictures.ts'
export {
  type ListedPicture,
  type ShownPicture,
  selectPicture,
  toShownPicture,
  withPictures,
} from './shown.ts'
export {
  type ChangedPicture,
  forgetOldPictures,
  noteChangedPictures,
  type PictureRow,
  readPicture,
} from './store.ts'
