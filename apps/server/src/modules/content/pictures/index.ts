export { addContentPictureRoutes, checkDocumentPictures, checkPictures, sweepPicturesJob } from './pictures.ts'
