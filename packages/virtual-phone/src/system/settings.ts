import type { SavedState, SettingSpace } from './saved-state.ts'
import type { StateFile } from './state-file.ts'

const SPACES_MAX_ENTRIES = 1000

/** Android's settings in their three spaces. */
export class Settings {
  readonly #state: StateFile<SavedState>
  readonly #onChange: (space: SettingSpace, name: string) => void

  constructor(state: StateFile<SavedState>, onChange: (space: SettingSpace, name: string) => void) {
    this.#state = state
    this.#onChange = onChange
  }

  get(space: SettingSpace, name: string): string | null {
    const values = this.#state.value.settings[space]
    return Object.hasOwn(values, name) ? (values[name] ?? null) : null
  }

  list(space: SettingSpace): [string, string][] {
    return Object.entries(this.#state.value.settings[space]).toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  /** False when there is no room for more. */
  set(space: SettingSpace, name: string, value: string): boolean {
    const isNew = this.get(space, name) === null
    if (isNew && Object.keys(this.#state.value.settings[space]).length >= SPACES_MAX_ENTRIES) return false
    this.#state.update(({ settings }) => {
      settings[space] = { ...settings[space], [name]: value }
    })
    this.#onChange(space, name)
    return true
  }

  delete(space: SettingSpace, name: string): boolean {
    if (this.get(space, name) === null) return false
    this.#state.update(({ settings }) => {
      settings[space] = Object.fromEntries(Object.entries(settings[space]).filter(([each]) => each !== name))
    })
    this.#onChange(space, name)
    return true
  }
}
