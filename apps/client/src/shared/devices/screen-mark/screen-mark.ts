import { getScreenMark, setScreenMark as setCall } from '@yunji/contract/accounts/profile/calls'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { queryClient, queryKeyOf, requestData, useCall } from '../../api/query.ts'
import { storage } from '../../platform/storage/storage.ts'
import { session, useIsLoggedIn } from '../../session/session.ts'

const STORAGE_KEY = 'screenMark'

/** The choice of somebody without a login, kept on this client. */
const visitor = createStore(() => ({ isOn: storage.read(STORAGE_KEY) === true }))

/** Stored with the account, so that every client of it shows the mark. */
export const useHasScreenMark = (): boolean => {
  const isLoggedIn = useIsLoggedIn()
  const { data } = useCall(getScreenMark, {})
  const isOnHere = useStore(visitor, (state) => state.isOn)
  return isLoggedIn ? (data?.isOn ?? false) : isOnHere
}

export const setScreenMark = async (isOn: boolean): Promise<void> => {
  const { userId } = session.store.getState()
  if (userId === null) {
    storage.write(STORAGE_KEY, isOn)
    visitor.setState({ isOn })
    return
  }
  queryClient.setQueryData(queryKeyOf(getScreenMark, {}, userId), await requestData(setCall, { isOn }))
}

/** Query parameter of a web view without a login: the choice of the account that opened it. */
export const MARK_PARAM = 'mark'

/** Takes the choice that the mini-program has put into the address; nothing of it is kept. */
export const takeMark = (given: string | undefined): void => {
  if (given !== undefined) visitor.setState({ isOn: given === '1' })
}
