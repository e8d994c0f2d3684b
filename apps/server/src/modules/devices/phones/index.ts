export { createAttachedPhones, markErasing } from './attached-phones.ts'
export { checkPhones } from './check-phones.ts'
export { phoneRoutes } from './routes.ts'
