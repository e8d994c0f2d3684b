import { REQUEST_TIMEOUT_MS } from '@yunji/contract/wire/request'
import { mainPages, preloadRule, subPackages } from './shared/navigation/packages.ts'
import { GALLERY_ROUTE } from './shared/navigation/page-title.ts'
import { tabs } from './shared/navigation/tabs.ts'
import { barColours } from './shared/theme/bar-colours.ts'
import { tabIconVariable } from './shared/theme/tab-icons.ts'

const isBrowser = process.env.TARO_ENV === 'h5'

/** WeChat takes each colour from theme.json, by its own setting of light and dark. */
const colours = isBrowser
  ? barColours.light
  : { page: '@page', bar: '@bar', barText: '@barText', tab: '@tab', selectedTab: '@selectedTab' }

const iconsOf = (route: string) => ({
  iconPath: `@${tabIconVariable(route, false)}`,
  selectedIconPath: `@${tabIconVariable(route, true)}`,
})

/** Shows every part of the design system: beside the product while developing, and alone in a build that asks for it. */
const isGallery = process.env.YUNJI_GALLERY === '1'
const hasGallery = process.env.NODE_ENV !== 'production' || isGallery
const [galleryFolder = '', galleryPage = ''] = GALLERY_ROUTE.split('/')
const gallery = { root: `pages/${galleryFolder}`, pages: [galleryPage] }
const productPackages = isGallery ? [] : subPackages

export default {
  ...(!isBrowser && { darkmode: true, themeLocation: 'theme.json' }),
  pages: mainPages,
  subPackages: hasGallery ? [...productPackages, gallery] : productPackages,
  preloadRule: isGallery ? {} : preloadRule,
  window: {
    navigationStyle: 'custom',
    navigationBarTitleText: '云机',
    navigationBarTextStyle: colours.barText,
    // The platform's own is black, and its dark title would not be seen on it.
    navigationBarBackgroundColor: colours.page,
    backgroundColor: colours.page,
    ...(!isBrowser && { backgroundTextStyle: '@pullText' }),
    enablePullDownRefresh: false,
  },
  tabBar: {
    // The browser draws its own bar, with links that a keyboard and a screen reader can reach.
    custom: isBrowser,
    color: colours.tab,
    selectedColor: colours.selectedTab,
    backgroundColor: colours.bar,
    borderStyle: isBrowser ? 'white' : '@tabBorder',
    list: tabs.map(({ route, title }) => ({
      pagePath: `pages/${route}`,
      text: title,
      ...(!isBrowser && iconsOf(route)),
    })),
  },
  networkTimeout: { request: REQUEST_TIMEOUT_MS },
  animation: { duration: 220, delay: 0 },
}
