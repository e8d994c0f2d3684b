export { addContentPictureRoutes, checkPictures, sweepPicturesJob } from './pictures.ts'
