import { MessageType } from '@yunji/contract/messages/rules'
import { gear, horn } from '../../../shared/ui/icon/account.ts'
import { renew } from '../../../shared/ui/icon/device.ts'
import { type IconDrawing, phone, transfer } from '../../../shared/ui/icon/icons.ts'

interface MessageFace {
  readonly icon: IconDrawing
  readonly tone: 'brand' | 'soon' | 'teal' | 'run' | 'off'
}

export const messageFaces: Readonly<Record<MessageType, MessageFace>> = {
  [MessageType.notice]: { icon: horn, tone: 'brand' },
  [MessageType.renewalReminder]: { icon: renew, tone: 'soon' },
  [MessageType.deviceTransfer]: { icon: transfer, tone: 'teal' },
  [MessageType.deviceCreation]: { icon: phone, tone: 'run' },
  [MessageType.system]: { icon: gear, tone: 'off' },
}
