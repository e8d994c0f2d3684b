export { guessSourceOf, userGuessSource } from './code-scopes.ts'
export { smsRoutes } from './routes.ts'
export { createSmsCodes, type SmsCodes } from './sms-codes.ts'
export { sweepCodesJob } from './sweep-codes.ts'
