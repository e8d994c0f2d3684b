export { createGatewaySources } from './gateway-sources.ts'
export { issueTicket } from './issue-ticket.ts'
export {
  type Candidate,
  deleteGateway,
  exchangeLeases,
  type LeaseIntent,
  type LeaseRow,
  UNDISTURBED_MS,
} from './lease-store.ts'
export { streamRoutes } from './routes.ts'
export type { ScreenFigures, StreamedDevice, StreamGrant } from './store.ts'
export { createTickets, type OpenedTicket, RESUME_LIFETIME_MS, type Tickets } from './tickets.ts'
