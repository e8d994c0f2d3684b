export { moveTasks } from './move-tasks.ts'
export { moveRoutes } from './routes.ts'
