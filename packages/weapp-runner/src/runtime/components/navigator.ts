import type { NavigationKind } from '../../control.ts'
import { type BuiltIn, text } from './built-in.ts'
import { pressable } from './pressable.ts'

const kinds: Readonly<Record<string, NavigationKind>> = {
  navigate: 'navigateTo',
  redirect: 'redirectTo',
  switchTab: 'switchTab',
  reLaunch: 'reLaunch',
  navigateBack: 'navigateBack',
}

const base: BuiltIn = {
  properties: { url: text(), openType: text('navigate') },
  attached(host) {
    host.onTap(() => {
      const openType = host.get<string>('openType')
      const kind = kinds[openType]
      if (kind) host.services.navigate(kind, host.get('url'))
      else host.services.recorder.error('<navigator>', `open-type ${openType} does not exist in the runner`)
    })
  },
}

export const navigator = pressable(base, { startMs: 50, stayMs: 600 })
