import { getUrl } from '@yunji/contract/configuration/calls'
import type { Call } from '@yunji/contract/wire/call'
import { AppError } from '../platform/errors.ts'
import type { Binding } from '../platform/http/binding.ts'

/** Calls that are not implemented yet; they answer so. The list only gets shorter. */
const calls: readonly Call[] = [getUrl]

export const notOpenYetRoutes: readonly Binding[] = calls.map((call) => ({
  call,
  isNotOpenYet: true,
  run: () => Promise.reject(new AppError('NOT_OPEN_YET')),
}))
