interface TabIcon {
  readonly isSelected: boolean
  readonly isDark: boolean
}

/** Folder of the pictures, from the root of the mini-program. */
const TAB_ICON_FOLDER = 'assets/tab-bar'

/** `Home/user` has four pictures, from `home-user.png` to `home-user-selected-dark.png`. */
export const tabIconPath = (route: string, { isSelected, isDark }: TabIcon): string => {
  const name = route.toLowerCase().replace('/', '-')
  return `${TAB_ICON_FOLDER}/${name}${isSelected ? '-selected' : ''}${isDark ? '-dark' : ''}.png`
}

/** Variable of theme.json: `homeUserIcon`, `homeUserSelectedIcon`. */
export const tabIconVariable = (route: string, isSelected: boolean): string => {
  const [folder = '', page = ''] = route.split('/')
  return `${folder.toLowerCase()}${page.charAt(0).toUpperCase()}${page.slice(1)}${isSelected ? 'Selected' : ''}Icon`
}
