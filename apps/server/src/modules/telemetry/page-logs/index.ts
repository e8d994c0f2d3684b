export { pageDaysJob } from './maintain-days.ts'
export { addPageLogRoute } from './page-log-route.ts'
export { clientErrorRoutes } from './routes.ts'
