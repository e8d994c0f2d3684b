export { addVerificationPictureRoute, pictureKey } from './pictures.ts'
export { verificationRoutes } from './routes.ts'
