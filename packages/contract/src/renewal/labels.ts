import type { RenewRefusal } from './schema.ts'

export const renewRefusalTexts: Readonly<Record<RenewRefusal, string>> = {
  metered: '按时计费的设备无需续费，可以转为包月',
  notSold: '该配置已停售，暂不能续费',
  creating: '设备正在创建，请稍后再续费',
  changing: '设备正在变更配置，完成后再续费',
}
