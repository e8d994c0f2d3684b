import { openPurposes, type SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import type { ServerHarness } from './server-harness.ts'

const USER_INFO = '/vmcloud/api/user/getUserInfo'

/** People who come in through the product's own doors. */
export const createPeople = (server: ServerHarness, firstPhone: number) => {
  let nextPhone = firstPhone
  const newPhone = (): string => String(nextPhone++)

  /** Asks for a code, as whoever may, and reads it from the phone. */
  const codeFor = async (mobilePhone: string, type: SmsPurpose, token?: string): Promise<string> => {
    const isOpen = openPurposes.some((purpose) => purpose === type)
    const path = isOpen ? '/vmcloud/api/sms/sendCode' : '/vmcloud/api/sms/sendAccountCode'
    const { code, msg } = await server.post(path, { mobilePhone, type }, token ? { token } : {})
    if (code !== 200) throw new Error(`no code: ${code} ${msg}`)
    return server.lastCode(mobilePhone)
  }
  const logInBySms = async (mobilePhone: string): Promise<LoginResult> => {
    const code = await codeFor(mobilePhone, 'login')
    return (await server.post('/vmcloud/api/user/smsLogin', { mobilePhone, code })).data as LoginResult
  }
  return {
    newPhone,
    codeFor,
    logInBySms,
    logIn: (mobilePhone: string, password: string) => server.post('/vmcloud/api/user/login', { mobilePhone, password }),
    /** Somebody new, who came by SMS. */
    newcomer: async () => {
      const mobilePhone = newPhone()
      return { mobilePhone, ...(await logInBySms(mobilePhone)) }
    },
    /** Somebody with a password, in a session of their own. */
    member: async (password = 'yunji2026') => {
      const mobilePhone = newPhone()
      const userId = await server.addUser(mobilePhone, password, '小云')
      const login = await server.post('/vmcloud/api/user/login', { mobilePhone, password })
      return { mobilePhone, userId, password, token: (login.data as LoginResult).token }
    },
    /** 200 while the token is good, 2017 when it is not. */
    stateOf: async (token: string): Promise<number> => (await server.get(USER_INFO, { token })).code,
  }
}

export type People = ReturnType<typeof createPeople>
