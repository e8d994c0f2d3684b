export { hashPassword, verifyPassword } from './passwords.ts'
export { userRoutes } from './routes.ts'
