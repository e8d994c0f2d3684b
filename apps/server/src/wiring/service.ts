import type { FastifyInstance } from 'fastify'
import {
  addPictureRoutes,
  noticeContactJob,
  serviceRoutes,
  settleTickets,
  sweepServiceJob,
} from '../modules/service/index.ts'
import { createSignedTokens } from '../platform/signed-tokens.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'

type ServiceDeps = Parameters<typeof serviceRoutes>[0]

const SETTLE_EVERY_MS = 60_000

/** Customer service: questions, tickets and their pictures. */
export const wireService = (shared: Omit<ServiceDeps, 'signedTokens'> & { readonly signingKeys: SigningKeys }) => {
  const deps = { ...shared, signedTokens: createSignedTokens(shared.signingKeys, shared.clock) }
  return {
    bindings: serviceRoutes(deps),
    jobs: [sweepServiceJob(deps), noticeContactJob(deps)],
    periodicJobs: [{ name: 'service.settleTickets', everyMs: SETTLE_EVERY_MS, run: settleTickets(deps) }],
    addRoutes: (app: FastifyInstance): void => addPictureRoutes(app, deps),
  }
}
