import type { Caller } from '../../../platform/sessions/caller.ts'
import type { UserDeps } from './deps.ts'

export const logOut =
  ({ database: { db }, sessions }: UserDeps) =>
  (caller: Caller): Promise<void> =>
    db.transaction((tx) => sessions.end(tx, caller))
