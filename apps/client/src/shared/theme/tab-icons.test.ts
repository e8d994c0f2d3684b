import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tabs } from '../navigation/tabs.ts'
import { tabIconPath, tabIconVariable } from './tab-icons.ts'

const source = new URL('../../', import.meta.url)
const theme = JSON.parse(readFileSync(new URL('theme.json', source), 'utf8')) as Record<string, Record<string, string>>

test.each(tabs.flatMap(({ route }) => [[route, false] as const, [route, true] as const]))(
  'WeChat finds the icon of %s (selected: %s) in both themes',
  (route, isSelected) => {
    for (const isDark of [false, true]) {
      const path = tabIconPath(route, { isSelected, isDark })
      expect(theme[isDark ? 'dark' : 'light']?.[tabIconVariable(route, isSelected)]).toBe(path)
      expect(existsSync(new URL(path, source))).toBe(true)
    }
  },
)
