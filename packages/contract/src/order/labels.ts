import { BusinessType, PayMethod } from './enums.ts'

export const payMethodLabels: Readonly<Record<PayMethod, string>> = {
  [PayMethod.alipay]: '支付宝',
  [PayMethod.wechat]: '微信支付',
  [PayMethod.beans]: '云豆',
  [PayMethod.balance]: '账户余额',
  [PayMethod.iosVirtual]: '苹果虚拟支付',
}

export const businessTypeLabels: Readonly<Record<BusinessType, string>> = {
  [BusinessType.cloudMachine]: '云手机',
  [BusinessType.cloudMachineUpgrade]: '云手机升级',
  [BusinessType.cloudBeans]: '云豆',
  [BusinessType.cloudSpace]: '云空间',
  [BusinessType.activationCodeMall]: '激活码',
}
