export { onTrialPhoneCreated } from './on-trial-phone-created.ts'
export { trialRoutes } from './routes.ts'
export { countMarks, countRunning } from './store.ts'
export { findOpenTrial, listTrialZones } from './terms.ts'
