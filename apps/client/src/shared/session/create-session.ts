import {
  clearSavedToken,
  describeSavedAccount,
  removeSavedAccount,
  type SavedAccount,
  savedAccountList,
  upsertSavedAccount,
} from '@yunji/contract/accounts/session/saved-accounts'
import { channelOf } from '@yunji/contract/accounts/session/start-up'
import type { LoginResult, UserInfo } from '@yunji/contract/accounts/user/schema'
import { HomeViewType } from '@yunji/contract/devices/device/enums'
import { parseAs } from '@yunji/contract/wire/call'
import { createStore } from 'zustand/vanilla'
import type { ClientFacts } from '../platform/app/client-facts.ts'
import type { CookieJar } from '../platform/storage/cookies.h5.ts'
import type { Storage } from '../platform/storage/storage.ts'
import {
  type CommonConfig,
  clearedLogin,
  clearedNames,
  enteredLogin,
  initialSession,
  type LoginFacts,
  type SessionState,
  withCommonConfig,
  withUserInfo,
} from './session-state.ts'

/** Names in local storage; token and user are cookies of the same name too. */
const key = {
  token: 'token',
  userId: 'userId',
  openId: 'openId',
  channel: 'channel',
  mobileViewType: 'mobileViewType',
  savedAccounts: 'savedAccounts',
} as const

interface SessionDeps {
  readonly storage: Storage
  readonly cookies: CookieJar
  readonly client: Pick<ClientFacts, 'clientType' | 'appVersion'>
}

type SavedAccounts = readonly SavedAccount[]

/** The only writer of the login: keeps memory, storage and cookies consistent. */
export const createSession = ({
  storage,
  cookies,
  client: { clientType: runtime, appVersion: version },
}: SessionDeps) => {
  const textIn = (name: string): string => {
    const stored = storage.read(name)
    return typeof stored === 'string' ? stored : ''
  }

  const storedChannel = (): string => channelOf(textIn(key.channel), runtime)

  const store = createStore<SessionState>(() => ({
    ...initialSession({ channel: storedChannel(), version, runtime }),
    mobileViewType: storage.read(key.mobileViewType) === HomeViewType.multi ? HomeViewType.multi : HomeViewType.single,
  }))

  const readSaved = (): SavedAccounts => parseAs(savedAccountList, storage.read(key.savedAccounts)) ?? []
  const saved = createStore<SavedAccounts>(readSaved)
  /** Another tab may have written: changes apply to the stored value. */
  const changeSaved = (change: (accounts: SavedAccounts) => SavedAccounts) => {
    const changed = change(readSaved())
    storage.write(key.savedAccounts, changed)
    saved.setState(changed, true)
  }

  /** The token is written last: other tabs react to it and must see the rest. */
  const keepIdentity = ({ token, userId, openId }: Pick<SessionState, 'token' | 'userId' | 'openId'>) => {
    storage.write(key.openId, openId)
    storage.write(key.userId, userId)
    storage.write(key.token, token)
    cookies.write(key.token, token)
    cookies.write(key.userId, String(userId))
  }

  const forgetIdentity = () => {
    for (const name of clearedNames) {
      storage.remove(name)
      cookies.remove(name)
    }
  }

  /** Whether the stored account is still that of this tab. */
  const isInStep = (): boolean => textIn(key.token) === store.getState().token

  return {
    store,
    saved,
    isInStep,

    setChannel(name: string): void {
      storage.write(key.channel, name)
      const channel = channelOf(name, runtime)
      store.setState({ channel })
      cookies.write(key.channel, channel)
    },

    /** At start: the stored token becomes the session's. */
    restore(): void {
      cookies.write(key.channel, store.getState().channel)
      cookies.write('runtime', runtime)
      const token = textIn(key.token)
      const userId = storage.read(key.userId)
      if (!token || typeof userId !== 'number') return
      store.setState({ token, userId, openId: textIn(key.openId) })
      keepIdentity(store.getState())
    },

    enter(login: LoginResult, facts?: LoginFacts): void {
      store.setState((state) => enteredLogin(state, login, facts))
      changeSaved((accounts) => upsertSavedAccount(accounts, login))
      keepIdentity(store.getState())
    },

    setInfo(info: UserInfo): void {
      store.setState((state) => withUserInfo(state, info))
      changeSaved((accounts) => describeSavedAccount(accounts, info))
    },

    setCommonConfig: (config: CommonConfig): void => store.setState((state) => withCommonConfig(state, config)),

    setViewType(mobileViewType: HomeViewType): void {
      storage.write(key.mobileViewType, mobileViewType)
      store.setState({ mobileViewType })
    },

    /** Logout or invalid token: removes the token everywhere. Another tab's account stays. */
    clear(): void {
      const { userId } = store.getState()
      const isOwn = isInStep()
      if (userId !== null) changeSaved((accounts) => clearSavedToken(accounts, userId))
      store.setState(clearedLogin)
      if (isOwn) forgetIdentity()
    },

    /** A saved account whose token turned out to be dead has to log in again. */
    expire: (userId: number): void => changeSaved((accounts) => clearSavedToken(accounts, userId)),

    forget: (userId: number): void => changeSaved((accounts) => removeSavedAccount(accounts, userId)),

    /** Rereads accounts that another tab stored. */
    rereadSaved: (): void => saved.setState(readSaved(), true),
  }
}

export type Session = ReturnType<typeof createSession>
