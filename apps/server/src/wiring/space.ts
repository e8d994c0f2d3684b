import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import {
  addDownloadRoutes,
  addTusRoute,
  fileHolder,
  partObjects,
  spaceFileRoutes,
  sweepSpaceFiles,
} from '../modules/space/files/index.ts'
import { backupHolder, packObjects, settleOverSpaces, spaceRoutes, sweepLeftovers } from '../modules/space/index.ts'
import { type Clock, DAY_MS } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { ObjectStore } from '../platform/object-store.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import type { Sessions } from '../platform/sessions/sessions.ts'
import { createSignedTokens } from '../platform/signed-tokens.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'
import type { Picture, Suppliers } from '../platform/supplier.ts'
import type { Tasks } from '../platform/tasks/tasks.ts'

interface SpaceWiringDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly outbox: Outbox
  readonly sessions: Sessions
  readonly signingKeys: SigningKeys
  readonly suppliers: Suppliers
  readonly tasks: Tasks
  readonly pictures: { shrink(picture: Picture, largestPx?: number): Promise<Buffer> }
}

const SWEEP_EVERY_MS = 60_000
const SETTLE_EVERY_MS = 60_000

/** Cloud space: its quota, and the files in it. */
export const wireSpace = (shared: SpaceWiringDeps) => {
  const deps = { ...shared, signedTokens: createSignedTokens(shared.signingKeys, shared.clock) }
  return {
    bindings: [...spaceRoutes(deps), ...spaceFileRoutes(deps)],
    periodicJobs: [
      { name: 'space.sweepFiles', everyMs: SWEEP_EVERY_MS, run: sweepSpaceFiles(deps) },
      {
        name: 'space.sweepLeftovers',
        everyMs: DAY_MS,
        run: sweepLeftovers({ ...deps, kinds: [packObjects, partObjects] }),
      },
      {
        name: 'space.settleOver',
        everyMs: SETTLE_EVERY_MS,
        run: settleOverSpaces({ ...deps, holders: [fileHolder(deps), backupHolder(deps)] }),
      },
    ],
    addRoutes: (app: FastifyInstance): void => {
      addTusRoute(app, deps)
      addDownloadRoutes(app, deps)
    },
  }
}
