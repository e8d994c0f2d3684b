export { createAttachedPhones } from './attached-phones.ts'
export { checkPhones } from './check-phones.ts'
export { addEraseJob, eraseJob } from './erase-phone.ts'
export { phoneRoutes } from './routes.ts'
