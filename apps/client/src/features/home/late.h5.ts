/** What the page does not need to be drawn, each in a bundle of its own. */
export const late = {
  commands: () => import('./commands.ts'),
  orders: () => import('./orders.ts'),
  tasks: () => import('./task-notice.tsx'),
  tickets: () => import('../../shared/stream/ticket-ahead.ts'),
}
