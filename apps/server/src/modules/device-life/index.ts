export { meterHours } from './metering.ts'
export { lifeRoutes } from './routes.ts'
