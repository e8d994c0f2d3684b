export { meterHours } from './meter-hours.ts'
export { releaseStopped } from './release-stopped.ts'
export { lifeRoutes } from './routes.ts'
