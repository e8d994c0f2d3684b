export { dictionaryRoutes } from './routes.ts'
export { areKnownWorkTypes } from './store.ts'
