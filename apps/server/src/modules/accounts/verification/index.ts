export { verificationRoutes } from './routes.ts'
export { sealedNumbers, sealNumbersJob } from './seal-numbers.ts'
export { sweepPicturesJob } from './sweep-pictures.ts'
export { addVerificationPictureRoute, pictureKey } from './upload-picture.ts'
