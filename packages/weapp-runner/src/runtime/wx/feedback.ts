import { type ModalOptions, openModal } from '../overlays/modal.ts'
import { openActionSheet } from '../overlays/sheet.ts'
import { Toast, type ToastOptions } from '../overlays/toast.ts'
import type { ApiFamily } from './api.ts'
import { WxError } from './callback.ts'

const ACTION_LIMIT = 6

export const feedbackApis = (): ApiFamily => {
  const toast = new Toast()
  let clipboard = ''
  return {
    async: {
      showToast: (options: ToastOptions) => toast.showToast(options),
      hideToast: () => toast.hideToast(),
      showLoading: (options: ToastOptions) => toast.showLoading(options),
      hideLoading: () => toast.hideLoading(),
      showModal: (options: ModalOptions) => openModal(options),
      showActionSheet: async ({ itemList, itemColor }: { itemList: readonly string[]; itemColor?: string }) => {
        if (itemList.length > ACTION_LIMIT) throw new WxError('parameter error: itemList should not be large than 6')
        const tapIndex = await openActionSheet(itemList, itemColor)
        if (tapIndex === undefined) throw new WxError('cancel')
        return { tapIndex }
      },
      setClipboardData: ({ data }: { data: string }) => {
        clipboard = data
        toast.showToast({ title: '内容已复制' })
        return { data }
      },
      getClipboardData: () => ({ data: clipboard }),
    },
  }
}
