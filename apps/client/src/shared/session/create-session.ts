import { channelOf } from '@yunji/contract/session/channel'
import { upsertSavedAccount } from '@yunji/contract/session/saved-accounts'
import { type LoginResult, loginResult, type UserInfo } from '@yunji/contract/user/schema'
import type { ClientType } from '@yunji/contract/wire/headers'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import type { CookieJar } from '../platform/cookie-jar.ts'
import type { Storage } from '../platform/storage.ts'
import { emptySession, type SessionState } from './session-state.ts'

/** Names in local storage. Channel and saved accounts outlive a logout. */
const key = { token: 'token', userId: 'userId', channel: 'channel', savedAccounts: 'savedAccounts' } as const

interface SessionDeps {
  readonly storage: Storage
  readonly cookies: CookieJar
  readonly clientType: ClientType
}

const savedAccountList = z.array(loginResult)

/** The one place that changes who is logged in: memory, storage and cookies always tell the same. */
export const createSession = ({ storage, cookies, clientType }: SessionDeps) => {
  const store = createStore<SessionState>(() => emptySession)

  const channel = (): string => {
    const stored = storage.read(key.channel)
    return channelOf(typeof stored === 'string' ? stored : undefined, clientType)
  }

  const savedAccounts = (): readonly LoginResult[] => {
    const stored = z.safeParse(savedAccountList, storage.read(key.savedAccounts))
    return stored.success ? stored.data : []
  }

  const keepIdentity = (token: string, userId: number) => {
    storage.write(key.token, token)
    storage.write(key.userId, userId)
    cookies.write('token', token)
    cookies.write('userId', String(userId))
  }

  return {
    store,
    channel,
    savedAccounts,

    /** At start: the stored token becomes the session's. */
    restore(): void {
      cookies.write('channel', channel())
      cookies.write('runtime', clientType)
      const token = storage.read(key.token)
      const userId = storage.read(key.userId)
      if (typeof token !== 'string' || !token || typeof userId !== 'number') return
      store.setState({ token, userId })
      keepIdentity(token, userId)
    },

    enter(login: LoginResult): void {
      store.setState({ ...emptySession, ...login })
      keepIdentity(login.token, login.userId)
      storage.write(key.savedAccounts, upsertSavedAccount(savedAccounts(), login))
    },

    setInfo(info: UserInfo): void {
      // An answer that arrives after the account has changed belongs to nobody here.
      if (info.userId !== store.getState().userId) return
      const { name, avatar, userType, personalCheckStatus, companyCheckStatus, showModifyPassword } = info
      const outerUserCheckStatus = { personalCheckStatus, companyCheckStatus }
      store.setState({ info, name, avatar, userType, outerUserCheckStatus, showModifyPassword })
    },

    /** Logout, and an invalid token. Channel, invite and saved accounts stay. */
    clear(): void {
      store.setState(emptySession)
      for (const name of [key.token, key.userId]) {
        storage.remove(name)
        cookies.remove(name)
      }
    },
  }
}

export type Session = ReturnType<typeof createSession>
