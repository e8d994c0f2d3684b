import { MessageType } from './enums.ts'

export const messageTypeLabels: Readonly<Record<MessageType, string>> = {
  [MessageType.notice]: '公告',
  [MessageType.renewalReminder]: '续费提醒',
  [MessageType.deviceTransfer]: '设备转移',
  [MessageType.deviceCreation]: '设备创建',
  [MessageType.system]: '系统消息',
}
