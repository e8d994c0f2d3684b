export { hashPassword } from './passwords.ts'
export { userRoutes } from './routes.ts'
