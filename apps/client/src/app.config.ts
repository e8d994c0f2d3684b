import { REQUEST_TIMEOUT_MS } from '@yunji/contract/wire/request'
import { mainPages, preloadRule, subPackages } from './shared/navigation/packages.ts'
import { GALLERY_ROUTE } from './shared/navigation/page-title.ts'
import { TAB_COLOR, TAB_SELECTED_WORD_COLOR, tabs } from './shared/navigation/tabs.ts'

/** `Home/user` has the pictures `home-user.png` and `home-user-selected.png`. */
const iconName = (route: string) => route.toLowerCase().replace('/', '-')

const isBrowser = process.env.TARO_ENV === 'h5'

const iconsOf = (route: string) => ({
  iconPath: `assets/tab-bar/${iconName(route)}.png`,
  selectedIconPath: `assets/tab-bar/${iconName(route)}-selected.png`,
})

/** Shows every part of the design system: beside the product while developing, and alone in a build that asks for it. */
const isGallery = process.env.YUNJI_GALLERY === '1'
const hasGallery = process.env.NODE_ENV !== 'production' || isGallery
const [galleryFolder = '', galleryPage = ''] = GALLERY_ROUTE.split('/')
const gallery = { root: `pages/${galleryFolder}`, pages: [galleryPage] }
const productPackages = isGallery ? [] : subPackages

export default {
  pages: mainPages,
  subPackages: hasGallery ? [...productPackages, gallery] : productPackages,
  preloadRule: isGallery ? {} : preloadRule,
  window: {
    navigationStyle: 'custom',
    navigationBarTitleText: '云机',
    navigationBarTextStyle: 'black',
    // The platform's own is black, and its dark title would not be seen on it.
    navigationBarBackgroundColor: '#F4F6F9',
    backgroundColor: '#F4F6F9',
    enablePullDownRefresh: false,
  },
  tabBar: {
    // The browser draws its own bar, with links that a keyboard and a screen reader can reach.
    custom: isBrowser,
    color: TAB_COLOR,
    selectedColor: TAB_SELECTED_WORD_COLOR,
    backgroundColor: '#FFFFFF',
    borderStyle: 'white',
    list: tabs.map(({ route, title }) => ({
      pagePath: `pages/${route}`,
      text: title,
      ...(!isBrowser && iconsOf(route)),
    })),
  },
  networkTimeout: { request: REQUEST_TIMEOUT_MS },
  animation: { duration: 220, delay: 0 },
}
