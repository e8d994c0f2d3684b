import type { FurtherUser, PhoneAccount, SavedState } from './saved-state.ts'
import type { StateFile } from './state-file.ts'

const FIRST_ID = 10
const MAX_USERS = 4

/** Users beside the owner, and what people add to a phone that belongs to no app's folder: accounts and a VPN. */
export class Users {
  readonly #state: StateFile<SavedState>

  constructor(state: StateFile<SavedState>) {
    this.#state = state
  }

  list(): readonly FurtherUser[] {
    return this.#state.value.users
  }

  get currentId(): number {
    return this.#state.value.currentUserId
  }

  /** Null when the phone has as many as it bears. */
  create(name: string): FurtherUser | null {
    const { users } = this.#state.value
    if (users.length >= MAX_USERS) return null
    const user = { id: Math.max(FIRST_ID - 1, ...users.map(({ id }) => id)) + 1, name }
    this.#state.update((value) => {
      value.users = [...users, user]
    })
    return user
  }

  /** False for the owner, for the current user, and when there is no such user. */
  remove(userId: number): boolean {
    if (userId === this.currentId || !this.#has(userId)) return false
    this.#state.update((value) => {
      value.users = value.users.filter(({ id }) => id !== userId)
    })
    return true
  }

  switchTo(userId: number): boolean {
    if (userId !== 0 && !this.#has(userId)) return false
    this.#state.update((value) => {
      value.currentUserId = userId
    })
    return true
  }

  #has(userId: number): boolean {
    return this.list().some(({ id }) => id === userId)
  }

  get accounts(): readonly PhoneAccount[] {
    return this.#state.value.accounts
  }

  set accounts(accounts: readonly PhoneAccount[]) {
    this.#state.update((value) => {
      value.accounts = [...accounts]
    })
  }

  get vpn(): string {
    return this.#state.value.vpn
  }

  set vpn(packageName: string) {
    this.#state.update((value) => {
      value.vpn = packageName
    })
  }
}
