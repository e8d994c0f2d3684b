export { expireGrants } from './expire-grants.ts'
export { takeUpGrants } from './give-grants.ts'
export { grantRoutes } from './routes.ts'
export { endSupportViews } from './support-view.ts'
