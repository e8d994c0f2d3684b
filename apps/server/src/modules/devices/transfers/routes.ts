import * as calls from '@yunji/contract/devices/transfer/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { acceptTransfer } from './accept-transfer.ts'
import { getTransferDevices } from './check-devices.ts'
import type { TransferDeps } from './deps.ts'
import { cancelTransfer, rejectTransfer } from './end-transfer.ts'
import { getTransferList } from './list-transfers.ts'
import { startTransfer } from './start-transfer.ts'

export const transferRoutes = (deps: TransferDeps): Binding[] => [
  bind(calls.getTransferDevices, ({ deviceIds }, { caller }) => getTransferDevices(deps)(caller, deviceIds)),
  bind(calls.startTransfer, (input, { caller }) => startTransfer(deps)(caller, input)),
  bind(calls.getTransferList, (input, { caller }) => getTransferList(deps)(caller, input)),
  bind(calls.acceptTransfer, ({ transferId }, { caller }) => acceptTransfer(deps)(caller, transferId)),
  bind(calls.rejectTransfer, ({ transferId }, { caller }) => rejectTransfer(deps)(caller, transferId)),
  bind(calls.cancelTransfer, ({ transferId }, { caller }) => cancelTransfer(deps)(caller, transferId)),
]
