export { type OperatorFacts, readOperatorFacts } from './about.ts'
export { configureRoutes } from './routes.ts'
export { readSetting, writeSetting } from './store.ts'
