export { sealedNumbers, sealNumbersJob } from './numbers.ts'
export { addVerificationPictureRoute, pictureKey } from './pictures.ts'
export { verificationRoutes } from './routes.ts'
export { sweepPicturesJob } from './sweep-pictures.ts'
