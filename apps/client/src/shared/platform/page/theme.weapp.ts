import Taro from '@tarojs/taro'
import { tabs } from '../../navigation/tabs.ts'
import { barColours } from '../../theme/bar-colours.ts'
import { tabIconPath } from '../../theme/tab-icons.ts'
import type { ThemeChoice } from './theme.h5.ts'

export const isSystemDark = (): boolean => Taro.getAppBaseInfo().theme === 'dark'

export const watchSystemTheme = (onChange: (isDark: boolean) => void): void =>
  Taro.onThemeChange(({ theme }) => onChange(theme === 'dark'))

/** Pages read the choice themselves: each has a root of its own. */
export const showTheme = (_choice: ThemeChoice): void => undefined

const ignore = (): void => undefined

/** Colours of the bars around a page. A bar that is not there refuses them. */
export const paintBars = (isDark: boolean, isTab: boolean): void => {
  const { page, bar, tab, selectedTab } = barColours[isDark ? 'dark' : 'light']
  Taro.setNavigationBarColor({ frontColor: isDark ? '#ffffff' : '#000000', backgroundColor: page }).catch(ignore)
  Taro.setBackgroundColor({ backgroundColor: page, backgroundColorTop: page, backgroundColorBottom: page }).catch(
    ignore,
  )
  Taro.setBackgroundTextStyle({ textStyle: isDark ? 'light' : 'dark' }).catch(ignore)
  if (!isTab) return
  Taro.setTabBarStyle({
    color: tab,
    selectedColor: selectedTab,
    backgroundColor: bar,
    borderStyle: isDark ? 'black' : 'white',
  }).catch(ignore)
  for (const [index, { route }] of tabs.entries())
    Taro.setTabBarItem({
      index,
      iconPath: tabIconPath(route, { isSelected: false, isDark }),
      selectedIconPath: tabIconPath(route, { isSelected: true, isDark }),
    }).catch(ignore)
}
