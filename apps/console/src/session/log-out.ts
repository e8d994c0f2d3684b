import { logOut } from '@yunji/contract/operator/account-calls'
import { useWrite } from '../api/query.ts'
import { endSession } from './token.ts'

/** Ends the session here also when the server cannot be told: there it ends by itself. */
export const useLogOut = () => {
  const { mutate } = useWrite(logOut, { isQuiet: true })
  return (notice = '') => mutate({}, { onSettled: () => endSession(notice) })
}
