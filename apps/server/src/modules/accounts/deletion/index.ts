export { addDeletionGauges, eraseAccountsJob } from './erase-accounts.ts'
export { deletionRoutes } from './routes.ts'
