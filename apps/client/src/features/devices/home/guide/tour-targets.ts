import type { GuideStep } from '@yunji/contract/configuration/guide/schema'
import { pathOf } from '@yunji/contract/pages'
import button from '../../../../shared/ui/button/button.module.css'
import iconButton from '../../../../shared/ui/button/icon-button.module.css'
import tabBar from '../../../../shared/ui/page/tab-bar.module.css'
import header from '../home-header.module.css'
import noDevices from '../no-devices.module.css'
import single from '../single-view/single-view.module.css'

interface TourTarget {
  /** Classes of the elements, and which of them: the place in the page, from the end where it is negative. */
  readonly selector: string
  readonly at: number
  /** Page that the step is about; undefined where it is this one. */
  readonly link?: { readonly text: string; readonly to: string }
}

const inside = (outer: string | undefined, inner: string | undefined): string => `.${outer} .${inner}`

/**
 * Elements of home that steps speak of, found by the classes that they have already: the first page carries nothing for a
 * tour. The tab bar of the mini-program is the platform's and is not pointed at.
 */
export const tourTargets: Readonly<Record<GuideStep['target'], TourTarget | undefined>> = {
  '': undefined,
  devices: { selector: `.${single.phone}`, at: 0 },
  messages: {
    selector: inside(header.icons, iconButton.button),
    at: -1,
    link: { text: '看消息', to: pathOf('user/message') },
  },
  trial: {
    selector: inside(noDevices.middle, button.outline),
    at: 0,
    link: { text: '去试用', to: pathOf('landing/play-trial/index') },
  },
  create: {
    selector: inside(noDevices.middle, button.primary),
    at: 0,
    link: { text: '去看看', to: pathOf('Home/create') },
  },
  user: { selector: `.${tabBar.tab}`, at: -1, link: { text: '去我的', to: pathOf('Home/user') } },
}
