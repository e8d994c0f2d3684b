export { onPhoneCreated } from './created.ts'
export { fulfilJob } from './fulfil.ts'
