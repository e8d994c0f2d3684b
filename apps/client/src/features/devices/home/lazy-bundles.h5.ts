/** Modules that the first drawing of the page does not need, each in a bundle of its own. */
export const lazyBundles = {
  commandApi: () => import('./api/send-command.ts'),
  deviceCommands: () => import('./api/device-commands.ts'),
  tour: () => import('./guide/tour-card.tsx'),
  taskNotice: () => import('./tasks/task-notice.tsx'),
  streamTicket: () => import('../../../shared/devices/stream-ticket.ts'),
}
