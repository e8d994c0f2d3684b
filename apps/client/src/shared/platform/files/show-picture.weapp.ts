import Taro from '@tarojs/taro'

/** Opens the platform's own viewer, which zooms and saves. */
export const showPicture = async (url: string): Promise<void> => {
  await Taro.previewImage({ urls: [url] }).catch(() => undefined)
}
