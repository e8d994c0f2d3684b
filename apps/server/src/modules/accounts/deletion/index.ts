export { addDeletionGauges, eraseAccountsJob } from './erase.ts'
export { deletionRoutes } from './routes.ts'
