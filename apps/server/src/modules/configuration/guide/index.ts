export { guideRoutes, readPlayTrial } from './routes.ts'
