export { releaseStopped } from './metered-stops.ts'
export { meterHours } from './metering.ts'
export { lifeRoutes } from './routes.ts'
