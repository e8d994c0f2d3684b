import { MessageType } from '@yunji/contract/messages/rules'
import { gear, megaphone } from '../../../shared/ui/icon/account.ts'
import { renew } from '../../../shared/ui/icon/device.ts'
import { type IconDrawing, phone, transfer } from '../../../shared/ui/icon/icons.ts'

interface MessageDisplay {
  readonly icon: IconDrawing
  readonly tone: 'brand' | 'soon' | 'teal' | 'run' | 'off'
}

export const messageDisplays: Readonly<Record<MessageType, MessageDisplay>> = {
  [MessageType.notice]: { icon: megaphone, tone: 'brand' },
  [MessageType.renewalReminder]: { icon: renew, tone: 'soon' },
  [MessageType.deviceTransfer]: { icon: transfer, tone: 'teal' },
  [MessageType.deviceCreation]: { icon: phone, tone: 'run' },
  [MessageType.system]: { icon: gear, tone: 'off' },
}
