export { configureRoutes } from './routes.ts'
export { readSetting, writeSetting } from './store.ts'
