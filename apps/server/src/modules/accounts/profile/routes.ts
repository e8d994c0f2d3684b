import * as calls from '@yunji/contract/accounts/profile/calls'
import { eq } from 'drizzle-orm'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { users } from '../../../tables/identity.ts'
import type { ProfileDeps } from './deps.ts'
import { getWorkTypes, saveWorkTypes } from './save-work-types.ts'
import { replaceAvatar } from './upload-avatar.ts'

export const profileRoutes = (deps: ProfileDeps): Binding[] => [
  bind(calls.updateUserInfo, async ({ name, avatar }, { caller: { userId } }) => {
    if (name !== undefined) await deps.database.db.update(users).set({ name }).where(eq(users.id, userId))
    if (avatar !== undefined) await replaceAvatar(deps)(userId, avatar)
    return null
  }),
  bind(calls.getWorkTypes, (_input, { caller }) => getWorkTypes(deps)(caller.userId)),
  bind(calls.saveWorkTypes, async ({ entries }, { caller }) => {
    await saveWorkTypes(deps)(caller.userId, entries)
    return null
  }),
]
