import { useEffect } from 'react'
import { paintBars } from '../platform/page/theme.weapp.ts'
import { useIsDark, useThemeChoice } from './theme.ts'

/** WeChat draws bars by theme.json until a choice of the user has overruled it in this run. */
let isOverruled = false

/** Class for the frame of the page; the bars around it follow while the page is visible. */
export const usePageTheme = (isTab: boolean, isVisible: boolean): string | undefined => {
  const choice = useThemeChoice()
  const isDark = useIsDark()
  useEffect(() => {
    if (choice !== 'system') isOverruled = true
    if (isVisible && isOverruled) paintBars(isDark, isTab)
  }, [choice, isDark, isTab, isVisible])
  return choice === 'system' ? undefined : `theme-${choice}`
}
