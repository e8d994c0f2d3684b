/** What the page does not need to be drawn, each in a bundle of its own. */
export const late = {
  commands: () => import('./api/commands.ts'),
  orders: () => import('./api/device-commands.ts'),
  tasks: () => import('./tasks/task-notice.tsx'),
  tickets: () => import('../../../shared/devices/ticket-ahead.ts'),
}
