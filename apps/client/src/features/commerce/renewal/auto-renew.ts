import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { getRenewList, setAutoRenew } from '@yunji/contract/commerce/renewal/calls'
import { AUTO_RENEW_LONGER_THAN_HOURS } from '@yunji/contract/commerce/renewal/rules'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { queryClient, readData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { showToast } from '../../../shared/feedback/toast.ts'

export type AutoRenewMethod = typeof PayMethod.beans | typeof PayMethod.balance

interface AutoRenewSelection {
  readonly deviceIds: readonly number[]
  /** Payment method; absent to switch it off. */
  readonly payMethod?: AutoRenewMethod
  readonly goodTime?: number
}

/** Switches it for all of them; those that do not take it say why. Tells whether all did. */
export const changeAutoRenew = async ({ deviceIds, payMethod, goodTime }: AutoRenewSelection): Promise<boolean> => {
  const isOn = payMethod !== undefined
  const isLongEnough = goodTime !== undefined && goodTime > AUTO_RENEW_LONGER_THAN_HOURS
  try {
    const { results } = await readData(setAutoRenew, {
      deviceIds: [...deviceIds],
      isOn,
      ...(isOn && { payMethod }),
      ...(isOn && isLongEnough && { goodTime }),
    })
    await queryClient.invalidateQueries({ queryKey: [getRenewList.path] })
    const refused = results.find(({ code }) => code !== ErrorCode.OK)
    if (refused) showToast(refused.msg, 'error')
    else showToast(isOn ? '已开启自动续费' : '已关闭自动续费', 'success')
    return !refused
  } catch (error) {
    showError(error)
    return false
  }
}

export const autoRenewMethodLabels: readonly { readonly value: AutoRenewMethod; readonly label: string }[] = [
  { value: PayMethod.beans, label: '云豆' },
  { value: PayMethod.balance, label: '账户余额' },
]
