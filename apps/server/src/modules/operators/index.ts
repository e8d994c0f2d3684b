export { ANYWHERE, countTry, isWindowOpen } from './failure-store.ts'
export { FIRST_OWNER, recoverOperator, seedOwner } from './manage-operators.ts'
export { operatorJobs, operatorRoutes } from './routes.ts'
export { sealedTotpSecrets } from './store.ts'
