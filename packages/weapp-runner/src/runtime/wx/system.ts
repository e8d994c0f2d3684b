import type { LaunchOptions } from '../../control.ts'
import type { Router } from '../page/router.ts'
import { capsule, STATUS_BAR_HEIGHT_PX, safeArea } from '../screen/metrics.ts'
import type { ApiFamily } from './api.ts'

const device = { brand: 'devtools', model: 'weapp-runner', platform: 'devtools', system: 'iOS 17.0' }
const appBase = {
  SDKVersion: '3.8.0',
  version: '8.0.50',
  language: 'zh_CN',
  enableDebug: false,
  fontSizeSetting: 16,
  host: { env: 'WeChat' },
}

const windowInfo = (router: Router) => {
  const { innerWidth: screenWidth, innerHeight: screenHeight } = window
  return {
    pixelRatio: window.devicePixelRatio,
    screenWidth,
    screenHeight,
    windowWidth: screenWidth,
    windowHeight: router.top?.frame.heightPx ?? screenHeight,
    screenTop: router.top?.frame.topPx ?? 0,
    statusBarHeight: STATUS_BAR_HEIGHT_PX,
    safeArea: safeArea(screenWidth, screenHeight),
  }
}

interface SystemParts {
  readonly router: Router
  readonly launch: LaunchOptions
  readonly loginCode: string
  /** The phone's theme; light for a program that does not follow it. */
  readonly theme: () => 'light' | 'dark'
  /** Whether the runner has an interface or a built-in component of that name. */
  readonly canUse: (schema: string) => boolean
}

export const systemApis = ({ router, launch, loginCode, theme, canUse }: SystemParts): ApiFamily => {
  let givenCodes = 0
  /** Codes are single-use. */
  const nextCode = (): string => {
    givenCodes += 1
    return givenCodes === 1 ? loginCode : `${loginCode}-${givenCodes}`
  }
  const systemInfo = () => ({ ...device, ...appBase, theme: theme(), ...windowInfo(router) })
  return {
    sync: {
      getSystemInfoSync: systemInfo,
      getWindowInfo: () => windowInfo(router),
      getDeviceInfo: () => device,
      getAppBaseInfo: () => ({ ...appBase, theme: theme() }),
      getMenuButtonBoundingClientRect: () => capsule(window.innerWidth),
      getLaunchOptionsSync: () => ({ ...launch, referrerInfo: {} }),
      getEnterOptionsSync: () => ({ ...launch, referrerInfo: {} }),
      getAccountInfoSync: () => ({ miniProgram: { appId: 'touristappid', envVersion: 'develop', version: '' } }),
      getUpdateManager: () => ({
        onCheckForUpdate: () => {},
        onUpdateReady: () => {},
        onUpdateFailed: () => {},
        applyUpdate: () => {},
      }),
      canIUse: canUse,
      nextTick: (callback: () => void) => void setTimeout(callback),
    },
    async: {
      getSystemInfo: systemInfo,
      getSystemInfoAsync: systemInfo,
      getNetworkType: () => ({ networkType: 'wifi' }),
      login: () => ({ code: nextCode() }),
      checkSession: () => undefined,
      showShareMenu: () => undefined,
      hideShareMenu: () => undefined,
      updateShareMenu: () => undefined,
      setKeepScreenOn: () => undefined,
      setBackgroundColor: () => undefined,
      setBackgroundTextStyle: () => undefined,
      hideKeyboard: () => (document.activeElement as HTMLElement | null)?.blur(),
      hideHomeButton: () => undefined,
      vibrateShort: () => undefined,
      vibrateLong: () => undefined,
    },
  }
}
