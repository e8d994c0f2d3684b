import * as customerService from '@yunji/contract/configuration/calls'
import * as guide from '@yunji/contract/configuration/calls'
import type { Call } from '@yunji/contract/wire/call'
import { AppError } from '../platform/errors.ts'
import type { Binding } from '../platform/http/binding.ts'

/** Calls whose capability does not stand yet. They say so; none of them pretends. The list only gets shorter. */
const calls: readonly Call[] = [...Object.values<Call>(guide), ...Object.values<Call>(customerService)]

export const notOpenYetRoutes: readonly Binding[] = calls.map((call) => ({
  call,
  isNotOpenYet: true,
  run: () => Promise.reject(new AppError('NOT_OPEN_YET')),
}))
