import type { AppInfo } from './types.ts'

export const LAUNCHER_PACKAGE = 'com.android.launcher3'
export const SETTINGS_PACKAGE = 'com.android.settings'
export const FILES_PACKAGE = 'com.android.documentsui'
export const BROWSER_PACKAGE = 'com.android.browser'
export const NOTES_PACKAGE = 'com.yunji.notes'
export const GAME_PACKAGE = 'com.yunji.blocks'
export const FILM_PACKAGE = 'com.yunji.film'

const system = (packageName: string, label: string): AppInfo => ({ packageName, label, isSystem: true })

/** Apps that every virtual phone is delivered with, in the launcher's order. The launcher itself has no entry. */
export const BUILT_IN_APPS: readonly AppInfo[] = [
  system(SETTINGS_PACKAGE, '设置'),
  system(FILES_PACKAGE, '文件'),
  system(BROWSER_PACKAGE, '浏览器'),
  system(NOTES_PACKAGE, '便签'),
  system(GAME_PACKAGE, '消消乐园'),
  system(FILM_PACKAGE, '影片'),
]
