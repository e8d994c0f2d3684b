import * as calls from '@yunji/contract/accounts/profile/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { ProfileDeps } from './deps.ts'
import { getWorkTypes, saveWorkTypes } from './save-work-types.ts'
import { hasScreenMark, setName, setScreenMark } from './store.ts'
import { replaceAvatar } from './upload-avatar.ts'

export const profileRoutes = (deps: ProfileDeps): Binding[] => [
  bind(calls.updateUserInfo, async ({ name, avatar }, { caller: { userId } }) => {
    if (name !== undefined) await setName(deps.database.db, userId, name)
    if (avatar !== undefined) await replaceAvatar(deps)(userId, avatar)
    return null
  }),
  bind(calls.getScreenMark, async (_input, { caller }) => ({
    isOn: await hasScreenMark(deps.database.db, caller.userId),
  })),
  bind(calls.setScreenMark, async ({ isOn }, { caller }) => {
    await setScreenMark(deps.database.db, caller.userId, isOn)
    return { isOn }
  }),
  bind(calls.getWorkTypes, (_input, { caller }) => getWorkTypes(deps)(caller.userId)),
  bind(calls.saveWorkTypes, async ({ entries }, { caller }) => {
    await saveWorkTypes(deps)(caller.userId, entries)
    return null
  }),
]
