import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { addDeletionGauges, deletionRoutes, eraseAccountsJob } from '../modules/accounts/deletion/index.ts'
import { inviteRoutes } from '../modules/accounts/invites/index.ts'
import { addAvatarRoutes, profileRoutes } from '../modules/accounts/profile/index.ts'
import { userSessionRoutes } from '../modules/accounts/sessions/index.ts'
import { createSmsCodes, smsRoutes, sweepCodesJob } from '../modules/accounts/sms-codes/index.ts'
import { userRoutes } from '../modules/accounts/users/index.ts'
import {
  addVerificationPictureRoutes,
  sealNumbersJob,
  sweepPicturesJob,
  verificationRoutes,
} from '../modules/accounts/verification/index.ts'
import type { RecordLoginConsents } from '../modules/content/agreements/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { CallMetrics } from '../platform/metrics.ts'
import type { ObjectStore } from '../platform/object-store.ts'
import type { Operators } from '../platform/operators/operators.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { createSealedTexts } from '../platform/sealed-texts.ts'
import type { Sessions } from '../platform/sessions/sessions.ts'
import { createSignedTokens } from '../platform/signed-tokens.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'
import type { ConnectedProviders } from './connect-providers.ts'

interface AccountsWiringDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly sessions: Sessions
  readonly operators: Operators
  readonly objectStore: ObjectStore
  readonly signingKeys: SigningKeys
  readonly outbox: Outbox
  readonly recordLoginConsents: RecordLoginConsents
  readonly externalSecret?: string | undefined
  readonly providers: ConnectedProviders
  readonly jobs: Jobs
  readonly metrics: CallMetrics
}

export const wireAccounts = (shared: AccountsWiringDeps) => {
  const { database, clock, log, providers, signingKeys } = shared
  const smsCodes = createSmsCodes({ ...shared, sms: providers.sms })
  const signedTokens = createSignedTokens(signingKeys, clock)
  const sealedTexts = createSealedTexts(signingKeys)
  const { wechatLogin, idCardReader } = providers
  const deps = { ...shared, smsCodes, signedTokens, sealedTexts, wechatLogin, idCardReader }
  addDeletionGauges(shared.metrics.registry, shared)
  return {
    smsCodes,
    bindings: [
      ...userRoutes(deps),
      ...smsRoutes(deps),
      ...inviteRoutes(deps),
      ...profileRoutes(deps),
      ...userSessionRoutes(deps),
      ...verificationRoutes(deps),
      ...deletionRoutes(deps),
    ],
    jobs: [
      sweepCodesJob({ db: database.db, clock, log }),
      eraseAccountsJob(deps),
      sealNumbersJob(database.db, log, sealedTexts),
      sweepPicturesJob({ db: database.db, clock, log, objectStore: shared.objectStore }),
    ],
    addRoutes: (app: FastifyInstance): void => {
      providers.addPages(app)
      addAvatarRoutes(app, deps)
      addVerificationPictureRoutes(app, deps)
    },
  }
}
