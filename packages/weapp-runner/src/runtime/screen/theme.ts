import type { Theme } from '../../package-format.ts'

const darkQuery = matchMedia('(prefers-color-scheme: dark)')

export const phoneTheme = (): 'light' | 'dark' => (darkQuery.matches ? 'dark' : 'light')

export const onThemeChange = (listener: () => void): void => darkQuery.addEventListener('change', listener)

/** A config with the values of its `@name` variables; a program without dark mode has none. */
export const themed = <Config extends object>(config: Config, theme: Theme | undefined): Config => {
  const values = theme?.[phoneTheme()]
  if (!values) return config
  const entries = Object.entries(config).map(([name, value]) => {
    const isVariable = typeof value === 'string' && value.startsWith('@')
    return [name, isVariable ? (values[value.slice(1)] ?? value) : value]
  })
  return Object.fromEntries(entries) as Config
}
