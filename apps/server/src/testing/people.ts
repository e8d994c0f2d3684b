import { openPurposes, type SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import type { ServerHarness } from './server-harness.ts'

const USER_INFO = '/vmcloud/api/user/getUserInfo'

/** Users created through the API. */
export const createPeople = (server: ServerHarness, firstPhone: number) => {
  let nextPhone = firstPhone
  const newPhone = (): string => String(nextPhone++)

  /** Requests a code and reads it from the phone's inbox. */
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
    /** A new user, registered by SMS. */
    newcomer: async () => {
      const mobilePhone = newPhone()
      return { mobilePhone, ...(await logInBySms(mobilePhone)) }
    },
    /** A user with a password and a session. */
    member: async (password = 'yunji2026') => {
      const mobilePhone = newPhone()
      const userId = await server.addUser(mobilePhone, password, '小云')
      const login = await server.post('/vmcloud/api/user/login', { mobilePhone, password })
      return { mobilePhone, userId, password, token: (login.data as LoginResult).token }
    },
    /** 200 while the token is valid, 2017 afterwards. */
    stateOf: async (token: string): Promise<number> => (await server.get(USER_INFO, { token })).code,
  }
}

export type People = ReturnType<typeof createPeople>
