export { createHealthWatch } from './health.ts'
export { deviceRoutes } from './routes.ts'
export { sweepDevices } from './sweep.ts'
export { type DeviceWork, eraseJob, WORK_JOB, workJob } from './work.ts'
