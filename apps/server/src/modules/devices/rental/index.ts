export { meterHours } from './meter-hours.ts'
export { releaseStopped } from './release-stopped.ts'
export { rentalRoutes } from './routes.ts'
export { startDevice, stopDevice } from './switch-power.ts'
