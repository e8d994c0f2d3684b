export { taskRoutes } from './routes.ts'
export { createTaskReader } from './service.ts'
