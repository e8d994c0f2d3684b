import * as calls from '@yunji/contract/user/calls'
import { type Binding, bind } from '../../platform/http/binding.ts'
import { getUserInfo, logIn, logOut, type UserDeps } from './service.ts'

export const userRoutes = (deps: UserDeps): Binding[] => [
  bind(calls.login, ({ mobilePhone, password }) => logIn(deps)(mobilePhone, password)),
  bind(calls.getUserInfo, ({ mobilePhone }, { caller }) => getUserInfo(deps)(caller, mobilePhone)),
  bind(calls.logoutUser, async (_input, { caller }) => {
    await logOut(deps)(caller)
    return null
  }),
]
