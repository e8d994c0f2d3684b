export { readAuthToken } from './auth-token.ts'
export { hashPassword } from './passwords.ts'
export { userRoutes } from './routes.ts'
