import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isSystemDark, showTheme, watchSystemTheme } from '../platform/page/theme'
import type { ThemeChoice } from '../platform/page/theme.h5.ts'
import { storage } from '../platform/storage/storage.ts'

/** Kept per device, not per account. `static/start.js` reads the same name before the first paint. */
const STORAGE_KEY = 'theme'

interface ThemeState {
  readonly choice: ThemeChoice
  readonly isSystemDark: boolean
}

const parseChoice = (stored: unknown): ThemeChoice => (stored === 'light' || stored === 'dark' ? stored : 'system')

const store = createStore<ThemeState>(() => ({
  choice: parseChoice(storage.read(STORAGE_KEY)),
  isSystemDark: isSystemDark(),
}))

const isDarkIn = ({ choice, isSystemDark: isDark }: ThemeState): boolean =>
  choice === 'system' ? isDark : choice === 'dark'

watchSystemTheme((isDark) => store.setState({ isSystemDark: isDark }))

export const chooseTheme = (choice: ThemeChoice): void => {
  storage.write(STORAGE_KEY, choice)
  store.setState({ choice })
  showTheme(choice)
}

export const useThemeChoice = (): ThemeChoice => useStore(store, (state) => state.choice)

export const useIsDark = (): boolean => useStore(store, isDarkIn)
