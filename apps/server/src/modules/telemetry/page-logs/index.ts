export { pageDaysJob } from './days.ts'
export { addPageLogRoute } from './page-log-route.ts'
export { clientErrorRoutes } from './routes.ts'
