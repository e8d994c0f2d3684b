import type { getSelf } from '@yunji/contract/operator/account-calls'
import type { CallData } from '@yunji/contract/wire/call'
import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import { createContext, useContext } from 'react'

export type Self = CallData<typeof getSelf>

export const SelfContext = createContext<Self | null>(null)

/** The operator of this session; only inside the shell. */
export const useSelf = (): Self => {
  const self = useContext(SelfContext)
  if (!self) throw new Error('no operator outside the shell')
  return self
}

export const useRight = (right: OperatorRight): boolean => useSelf().rights.includes(right)
