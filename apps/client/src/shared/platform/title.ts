import Taro from '@tarojs/taro'

/** The platform refuses an empty title: the one before stays. */
export const showTitle = (title: string): void => {
  if (title) void Taro.setNavigationBarTitle({ title })
}
