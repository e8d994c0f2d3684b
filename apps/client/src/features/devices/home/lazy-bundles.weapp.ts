import * as tickets from '../../../shared/devices/ticket-ahead.ts'
import * as commands from './api/commands.ts'
import * as orders from './api/device-commands.ts'
import * as tasks from './tasks/task-notice.tsx'

/** A mini-program comes in whole packages: nothing is late. */
export const late = {
  commands: async () => commands,
  orders: async () => orders,
  tasks: async () => tasks,
  tickets: async () => tickets,
}
