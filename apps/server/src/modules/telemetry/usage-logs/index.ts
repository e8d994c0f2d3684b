export { usageDaysJob } from './days.ts'
export { usageLogRoutes } from './routes.ts'
