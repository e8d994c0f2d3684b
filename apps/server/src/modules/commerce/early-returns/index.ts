export { countEarlyReturns, earlyReturnRefusal, runningMs } from './early-return.ts'
export { type DeviceShare, listDeviceShares } from './store.ts'
