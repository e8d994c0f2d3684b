import { sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { reboot } from '../../../shared/ui/icon/device.ts'
import type { MenuPlace } from './tile.tsx'
import styles from './tile-menu.module.css'
import { canFollow, canRetry, type TileState } from './tile-text.ts'
import type { Wall } from './wall.ts'
import { useWall, useWallState } from './wall-context.ts'

/** Rough size of the menu, to keep it inside the window. */
const MENU_PX = { width: 168, height: 300 } as const

interface MenuItem {
  readonly label: string
  readonly onTap: () => void
}

const confirmReboot = (name: string): Promise<boolean> =>
  confirm({
    icon: reboot,
    title: '重启设备？',
    body: `${name}正在运行的应用会关闭，大约需要半分钟。`,
    cancelText: '取消',
    confirmText: '重启',
  })

const rebootAll = async (deviceIds: readonly number[]): Promise<void> => {
  const { results } = await requestData(sendCommand, { deviceIds: [...deviceIds], command: DeviceCommand.reboot })
  const failed = results.filter(({ code }) => code !== ErrorCode.OK)
  const [first] = failed
  if (first) showToast(`${results.length - failed.length} 台成功，${failed.length} 台失败：${first.msg}`, 'error')
  else showToast('正在重启', 'success')
}

const itemsForOne = (wall: Wall, id: number, tile: TileState, state: { isLeader: boolean; isLarge: boolean }) => {
  const { player, isFollowing } = tile
  const member = wall.member(id)
  const { end } = player
  return [
    ...(state.isLarge
      ? [{ label: '收起', onTap: () => wall.setLarge(null) }]
      : [{ label: '放大', onTap: () => wall.setLarge(id) }]),
    ...(!state.isLeader && canFollow(tile) ? [{ label: '设为主控', onTap: () => wall.setLeader(id) }] : []),
    ...(!state.isLeader && player.mode === 'control'
      ? [{ label: isFollowing ? '退出跟随' : '加入跟随', onTap: () => wall.setFollowing(id, !isFollowing) }]
      : []),
    ...(player.isControlTaken
      ? [{ label: '由我操作', onTap: () => member?.player.request({ type: 'takeControl' }) }]
      : []),
    ...(end && canRetry(end) ? [{ label: '重新连接', onTap: () => member?.player.retry() }] : []),
  ]
}

const itemsForMany = (wall: Wall, ids: readonly number[]): MenuItem[] => [
  { label: '加入跟随', onTap: () => ids.forEach((id) => wall.setFollowing(id, true)) },
  { label: '退出跟随', onTap: () => ids.forEach((id) => wall.setFollowing(id, false)) },
  { label: '取消选择', onTap: () => wall.setSelected(new Set()) },
]

interface TileMenuProps {
  readonly place: MenuPlace
  /** Commands need a login; the mini-program's wall has tickets only. */
  readonly hasCommands: boolean
  readonly onClose: () => void
}

/** Commands of a tile, or of all selected ones when it is among them. */
export function TileMenu({ place: { id, x, y }, hasCommands, onClose }: TileMenuProps) {
  const wall = useWall()
  const menu = useRef<HTMLDivElement>(null)
  const state = useWallState((all) => all)
  const { run } = useWrite(rebootAll)
  const tile = state.tiles[id]
  const isMany = state.selected.size > 1 && state.selected.has(id)
  const ids = isMany ? [...state.selected] : [id]

  useEffect(() => menu.current?.querySelector('button')?.focus(), [])
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) onClose()
    }
    addEventListener('pointerdown', closeOutside, { capture: true })
    return () => removeEventListener('pointerdown', closeOutside, { capture: true })
  }, [onClose])

  if (!tile) return null
  const commandIds = ids.filter((each) => state.tiles[each]?.player.mode === 'control')
  const rebootItem: MenuItem = {
    label: '重启',
    onTap: () => {
      const name = isMany ? `${commandIds.length} 台设备` : tile.name
      void confirmReboot(name).then((isSure) => isSure && run(commandIds))
    },
  }
  const parts = { isLeader: state.leaderId === id, isLarge: state.largeId === id }
  const items: readonly MenuItem[] = [
    ...(isMany ? itemsForMany(wall, ids) : itemsForOne(wall, id, tile, parts)),
    ...(hasCommands && commandIds.length > 0 ? [rebootItem] : []),
    { label: '移出', onTap: () => ids.forEach((each) => wall.remove(each)) },
  ]
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return undefined
    event.preventDefault()
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    return buttons.at((at + step) % buttons.length)?.focus()
  }
  const left = Math.max(8, Math.min(x, innerWidth - MENU_PX.width - 8))
  const top = Math.max(8, Math.min(y, innerHeight - MENU_PX.height - 8))
  return (
    <div ref={menu} className={styles.menu} role="menu" aria-label={tile.name} style={{ left, top }} onKeyDown={move}>
      {isMany && <Box className={styles.title}>{`已选 ${ids.length} 台`}</Box>}
      {items.map(({ label, onTap }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          className={styles.item}
          onClick={() => {
            onClose()
            onTap()
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
