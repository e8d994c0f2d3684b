export { type OperatorFacts, readOperatorFacts } from './about.ts'
export { configureRoutes } from './routes.ts'
export { findSetting, readSetting, writeSetting } from './store.ts'
