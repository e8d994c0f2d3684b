export { guessOriginOf, ownOrigin } from './origins.ts'
export { smsRoutes } from './routes.ts'
export { createSmsCodes, type SmsCodes } from './service.ts'
export { sweepCodesJob } from './sweep.ts'
