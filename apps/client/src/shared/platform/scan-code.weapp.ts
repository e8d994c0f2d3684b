import Taro from '@tarojs/taro'
import type { ScanCode } from './scan-code.h5.ts'

/** The platform's scanner, from the camera or an album; it says itself what it may not do. */
export const scanCode: ScanCode | undefined = () =>
  Taro.scanCode({ scanType: ['qrCode'] }).then(
    ({ result }) => result,
    () => undefined,
  )
