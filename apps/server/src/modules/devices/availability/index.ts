export { interruptionOf } from './read-availability.ts'
export { recordOutages } from './record-outages.ts'
export { availabilityRoutes } from './routes.ts'
export { settleInterruptions } from './settle-interruptions.ts'
