export { guessOriginOf, ownOrigin } from './origins.ts'
export { smsRoutes } from './routes.ts'
export { createSmsCodes, type SmsCodes } from './sms-codes.ts'
export { sweepCodesJob } from './sweep-codes.ts'
