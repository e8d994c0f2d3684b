export { readCounts } from './counts.ts'
export { deliverJob } from './deliver.ts'
export type { MessageDeps } from './deps.ts'
export { messageRoutes } from './routes.ts'
