import { createTicket } from '@yunji/contract/devices/device/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { issueTicket, type StreamDeps } from './issue-ticket.ts'

export const streamRoutes = (deps: StreamDeps): Binding[] => [
  bind(createTicket, ({ deviceId, mode }, { caller, rights }) =>
    issueTicket(deps)(caller, deviceId, mode, rights.get(deviceId) ?? 'none'),
  ),
]
