export { sumDaysJob } from './overview.ts'
export { consoleRoutes } from './routes.ts'
