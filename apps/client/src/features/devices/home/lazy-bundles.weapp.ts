import * as streamTicket from '../../../shared/devices/stream-ticket.ts'
import * as deviceCommands from './api/device-commands.ts'
import * as commandApi from './api/send-command.ts'
import * as tour from './guide/tour-card.tsx'
import * as taskNotice from './tasks/task-notice.tsx'

/** A mini-program comes in whole packages: nothing is loaded lazily. */
export const lazyBundles = {
  commandApi: async () => commandApi,
  deviceCommands: async () => deviceCommands,
  tour: async () => tour,
  taskNotice: async () => taskNotice,
  streamTicket: async () => streamTicket,
}
