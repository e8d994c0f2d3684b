import * as tickets from '../../shared/stream/ticket-ahead.ts'
import * as commands from './commands.ts'
import * as orders from './orders.ts'
import * as tasks from './task-notice.tsx'

/** A mini-program comes in whole packages: nothing is late. */
export const late = {
  commands: async () => commands,
  orders: async () => orders,
  tasks: async () => tasks,
  tickets: async () => tickets,
}
