import { MessageType } from '@yunji/contract/message/enums'
import { renew } from '../../shared/ui/icons/device.ts'
import { gear, horn } from '../../shared/ui/icons/people.ts'
import { type IconDrawing, phone, transfer } from '../../shared/ui/icons.ts'

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
