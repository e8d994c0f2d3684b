import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** Kept for the browser; `public/theme.js` reads the same name before the first paint. */
const KEY = 'consoleTheme'
const systemDark = matchMedia('(prefers-color-scheme: dark)')

const read = (): ThemeChoice => {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

let choice = read()
const listeners = new Set<() => void>()

const apply = (): void => {
  const isDark = choice === 'dark' || (choice === 'system' && systemDark.matches)
  const { classList } = document.documentElement
  classList.toggle('theme-dark', isDark)
  classList.toggle('theme-light', !isDark)
  for (const listen of listeners) listen()
}

systemDark.addEventListener('change', apply)

export const chooseTheme = (next: ThemeChoice): void => {
  choice = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // The choice lasts until a reload.
  }
  apply()
}

const listenTo = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(listenTo, () => choice)

/** For drawings that take their colours once. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(listenTo, () => document.documentElement.classList.contains('theme-dark'))
