export { usageDaysJob } from './maintain-days.ts'
export { usageLogRoutes } from './routes.ts'
