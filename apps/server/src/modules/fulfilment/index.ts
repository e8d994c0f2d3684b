export { onPhoneCreated } from './created.ts'
export { fulfilJob } from './fulfil.ts'
export { groupFor, writePhone } from './phone.ts'
export { renewDevices } from './renew.ts'
