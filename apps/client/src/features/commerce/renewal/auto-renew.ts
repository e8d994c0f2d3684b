import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { getRenewList, setAutoRenew } from '@yunji/contract/commerce/renewal/calls'
import { AUTO_RENEW_LONGER_THAN_HOURS } from '@yunji/contract/commerce/renewal/rules'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'

export type AutoRenewMethod = typeof PayMethod.beans | typeof PayMethod.balance

interface AutoRenewSelection {
  readonly deviceIds: readonly number[]
  /** Payment method; absent to switch it off. */
  readonly payMethod?: AutoRenewMethod
  readonly goodTime?: number
}

const confirmOff = ({ payMethod }: AutoRenewSelection): Promise<boolean> =>
  payMethod !== undefined
    ? Promise.resolve(true)
    : confirm({
        title: '关闭自动续费',
        body: '关闭后请在到期前手动续费，到期的设备只保留 2 小时',
        cancelText: '保留',
        confirmText: '关闭',
      })

/** Switches automatic renewal on or off for all selected devices; shows why a device refuses. */
export const useSetAutoRenew = () =>
  useWrite(
    async ({ deviceIds, payMethod, goodTime }: AutoRenewSelection) => {
      const isOn = payMethod !== undefined
      const isLongEnough = goodTime !== undefined && goodTime > AUTO_RENEW_LONGER_THAN_HOURS
      const { results } = await requestData(setAutoRenew, {
        deviceIds: [...deviceIds],
        isOn,
        ...(isOn && { payMethod }),
        ...(isOn && isLongEnough && { goodTime }),
      })
      await queryClient.invalidateQueries({ queryKey: [getRenewList.path] })
      const refused = results.find(({ code }) => code !== ErrorCode.OK)
      if (refused) showToast(refused.msg, 'error')
      else showToast(isOn ? '已开启自动续费' : '已关闭自动续费', 'success')
    },
    { confirm: confirmOff },
  )

export const autoRenewMethodLabels: readonly { readonly value: AutoRenewMethod; readonly label: string }[] = [
  { value: PayMethod.beans, label: '云豆' },
  { value: PayMethod.balance, label: '账户余额' },
]
