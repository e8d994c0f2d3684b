import type { PlayerState } from '@yunji/player/player-state'
import { logOut } from '../../../../shared/ui/icon/account.ts'
import { scan } from '../../../../shared/ui/icon/controls.ts'
import { screenshot } from '../../../../shared/ui/icon/device.ts'
import { upload } from '../../../../shared/ui/icon/files.ts'
import type { IconDrawing } from '../../../../shared/ui/icon/icons.ts'
import { clipboard, hd, keyboard, landscape, rotate, volumeDown, volumeUp } from '../../../../shared/ui/icon/player.ts'

export type ToolName =
  | 'volumeUp'
  | 'volumeDown'
  | 'rotate'
  | 'turn'
  | 'clipboard'
  | 'upload'
  | 'quality'
  | 'screenshot'
  | 'keyboard'
  | 'fullScreen'
  | 'exit'

export interface InstanceTool {
  readonly name: ToolName
  readonly icon: IconDrawing
  readonly label: string
  /** Needs the right to control, not only to view. */
  readonly isControl?: boolean
}

const tools: readonly InstanceTool[] = [
  { name: 'volumeUp', icon: volumeUp, label: '音量+', isControl: true },
  { name: 'volumeDown', icon: volumeDown, label: '音量-', isControl: true },
  { name: 'rotate', icon: rotate, label: '旋转', isControl: true },
  { name: 'turn', icon: landscape, label: '横屏' },
  { name: 'clipboard', icon: clipboard, label: '剪贴板', isControl: true },
  { name: 'upload', icon: upload, label: '上传', isControl: true },
  { name: 'quality', icon: hd, label: '画质' },
  { name: 'screenshot', icon: screenshot, label: '截图' },
  { name: 'keyboard', icon: keyboard, label: '键盘', isControl: true },
  { name: 'fullScreen', icon: scan, label: '全屏' },
  { name: 'exit', icon: logOut, label: '退出' },
]

interface ToolConditions {
  readonly mode: PlayerState['mode']
  readonly canFillScreen: boolean
  /** A wide picture is on an upright screen. */
  readonly canRotate: boolean
}

/** The tools that this viewer has, on this browser. */
export const toolsFor = ({ mode, canFillScreen, canRotate }: ToolConditions): readonly InstanceTool[] => {
  const isOffered: Partial<Record<ToolName, boolean>> = { fullScreen: canFillScreen, turn: canRotate }
  return tools.filter(({ name, isControl }) => (!isControl || mode === 'control') && (isOffered[name] ?? true))
}
