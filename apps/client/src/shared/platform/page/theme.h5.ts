import { barColours } from '../../theme/bar-colours.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

const systemQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

export const isSystemDark = (): boolean => systemQuery().matches

/** `addListener`: Safari before 14 knows no other. */
export const watchSystemTheme = (onChange: (isDark: boolean) => void): void =>
  systemQuery().addListener(({ matches }) => onChange(matches))

/** Same as `static/start.js`, which applies the choice before the first paint. */
export const showTheme = (choice: ThemeChoice): void => {
  const { classList } = document.documentElement
  classList.toggle('theme-light', choice === 'light')
  classList.toggle('theme-dark', choice === 'dark')
  for (const scheme of ['light', 'dark'] as const) {
    const meta = document.querySelector<HTMLMetaElement>(`meta[name=theme-color][data-scheme=${scheme}]`)
    if (meta) meta.content = barColours[choice === 'system' ? scheme : choice].page
  }
}
