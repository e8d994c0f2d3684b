import { useShareAppMessage } from '@tarojs/taro'
import type { ShareCard } from './share-card.h5.ts'

const HOME: ShareCard = { title: '云机', path: '/pages/Home/index' }

/** The card that the menu of the mini-program passes on; home without one. */
export const useShareCard = (card: ShareCard | undefined): void => {
  useShareAppMessage(() => card ?? HOME)
}
