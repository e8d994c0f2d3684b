export { announceTransfers } from './announce-transfers.ts'
export { assertNotInTransfer, isInTransfer } from './check-devices.ts'
export { expireTransfers } from './end-transfer.ts'
export { transferRoutes } from './routes.ts'
