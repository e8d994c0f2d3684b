export { dictionaryRoutes } from './routes.ts'
export { areKnownWorkTypes } from './work-types.ts'
