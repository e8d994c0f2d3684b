import Taro from '@tarojs/taro'

export const showTitle = (title: string): void => void Taro.setNavigationBarTitle({ title })
