export { createTaskReader } from './manage-tasks.ts'
export { taskRoutes } from './routes.ts'
