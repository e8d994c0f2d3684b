import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { OperatorFacts } from '../modules/configuration/configure/index.ts'
import { activityRoutes } from '../modules/content/activities/index.ts'
import { addBuiltInAgreements, agreementRoutes, recordLoginConsents } from '../modules/content/agreements/index.ts'
import { addContentPictureRoutes, sweepPicturesJob } from '../modules/content/pictures/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { ObjectStore } from '../platform/object-store.ts'
import type { Operators } from '../platform/operators/operators.ts'
import type { wireMessages } from './messages.ts'

export interface ContentSettings {
  /** Facts that the texts name. */
  readonly operatorFacts: OperatorFacts
  /** Hosts outside that texts may link to. */
  readonly linkHosts: readonly string[]
  /** Shared with the server of the external page; without it no token is exchanged. */
  readonly externalSecret?: string | undefined
}

interface ContentWiringDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly operators: Operators
  readonly messages: Pick<ReturnType<typeof wireMessages>, 'announceAgreement' | 'readNotices'>
  readonly settings: ContentSettings
}

export const wireContent = async (shared: ContentWiringDeps) => {
  const { database, clock, messages, settings } = shared
  const { operatorFacts, linkHosts } = settings
  const { announceAgreement, readNotices } = messages
  const deps = { database, clock, operatorFacts, documentRules: { linkHosts }, announceAgreement, readNotices }
  await addBuiltInAgreements(database.db, deps)
  return {
    bindings: [...agreementRoutes(deps), ...activityRoutes(deps)],
    recordLoginConsents: recordLoginConsents(deps),
    jobs: [sweepPicturesJob(shared)],
    addRoutes: (app: FastifyInstance): void => addContentPictureRoutes(app, shared),
  }
}
