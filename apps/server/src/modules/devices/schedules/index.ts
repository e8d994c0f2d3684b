export { scheduleRoutes } from './routes.ts'
export { runSchedules } from './run-schedules.ts'
