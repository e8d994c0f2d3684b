import { channelOf } from '@yunji/contract/session/channel'
import {
  clearedLogin,
  clearedNames,
  emptyLogin,
  enteredLogin,
  type LoginState,
  withUserInfo,
} from '@yunji/contract/session/login-state'
import { loggedOutSavedAccount, savedAccountList, upsertSavedAccount } from '@yunji/contract/session/saved-accounts'
import type { LoginResult, UserInfo } from '@yunji/contract/user/schema'
import type { ClientType } from '@yunji/contract/wire/headers'
import { readAs } from '@yunji/contract/wire/read-as'
import { createStore } from 'zustand/vanilla'
import type { CookieJar } from '../platform/cookie-jar.ts'
import type { Storage } from '../platform/storage.ts'

/** Names in local storage; token and user are cookies of the same name too. */
const key = { token: 'token', userId: 'userId', channel: 'channel', savedAccounts: 'savedAccounts' } as const

interface SessionDeps {
  readonly storage: Storage
  readonly cookies: CookieJar
  readonly clientType: ClientType
}

/** The one place that changes who is logged in: memory, storage and cookies always tell the same. */
export const createSession = ({ storage, cookies, clientType }: SessionDeps) => {
  const store = createStore<LoginState>(() => emptyLogin)

  const channel = (): string => {
    const stored = storage.read(key.channel)
    return channelOf(typeof stored === 'string' ? stored : undefined, clientType)
  }

  const savedAccounts = (): readonly LoginResult[] => readAs(savedAccountList, storage.read(key.savedAccounts)) ?? []

  const keepIdentity = (token: string, userId: number) => {
    storage.write(key.token, token)
    storage.write(key.userId, userId)
    cookies.write(key.token, token)
    cookies.write(key.userId, String(userId))
  }

  return {
    store,
    channel,
    savedAccounts,

    /** At start: the stored token becomes the session's. */
    restore(): void {
      cookies.write(key.channel, channel())
      cookies.write('runtime', clientType)
      const token = storage.read(key.token)
      const userId = storage.read(key.userId)
      if (typeof token !== 'string' || !token || typeof userId !== 'number') return
      store.setState({ token, userId })
      keepIdentity(token, userId)
    },

    enter(login: LoginResult): void {
      store.setState((state) => enteredLogin(state, login))
      keepIdentity(login.token, login.userId)
      storage.write(key.savedAccounts, upsertSavedAccount(savedAccounts(), login))
    },

    setInfo(info: UserInfo): void {
      store.setState((state) => withUserInfo(state, info))
    },

    /** Logout, and an invalid token: a token that is dead stands nowhere any more. */
    clear(): void {
      const { userId } = store.getState()
      if (userId !== null) storage.write(key.savedAccounts, loggedOutSavedAccount(savedAccounts(), userId))
      store.setState(clearedLogin)
      for (const name of clearedNames) {
        storage.remove(name)
        cookies.remove(name)
      }
    },
  }
}

export type Session = ReturnType<typeof createSession>
