import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { MarkView } from '../../../shared/devices/screen-mark/mark-view.tsx'
import { usePageVisible } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { type MenuPlace, Stage, Tile } from './tile.tsx'
import { TileMenu } from './tile-menu.tsx'
import { canFollow } from './tile-text.ts'
import { useWall, useWallState } from './wall-context.ts'
import styles from './wall-view.module.css'

/** The leader is gone: what happened, and who could lead instead. */
function LostLeader() {
  const wall = useWall()
  const lost = useWallState(({ lostLeader }) => lostLeader)
  const nextId = useWallState(({ order, tiles }) => order.find((id) => tiles[id] && canFollow(tiles[id])))
  const nextName = useWallState(({ tiles }) => (nextId === undefined ? '' : (tiles[nextId]?.name ?? '')))
  if (!lost) return null
  return (
    <Box className={styles.notice} role="alert">
      <Box className={styles.words}>
        {`主控「${lost.name}」已断开：${lost.reason}。其他云手机已停止跟随。`}
        {nextId === undefined ? '现在没有可以操作的云手机。' : '请在小画面的菜单里另选主控。'}
      </Box>
      {nextId !== undefined && (
        <Button size="small" onTap={() => wall.setLeader(nextId)}>
          {`由「${nextName}」主控`}
        </Button>
      )}
    </Box>
  )
}

/** All phones go to rest together when the page is not used. */
function IdleNotice() {
  const wall = useWall()
  const isIdle = useWallState(({ tiles, order }) =>
    order.some((id) => (tiles[id]?.player.idleEndsAtMs ?? null) !== null),
  )
  if (!isIdle) return null
  return (
    <Box className={styles.notice} role="status">
      <Box className={styles.words}>长时间没有操作，即将断开</Box>
      <Button size="small" onTap={wall.stillHere}>
        继续使用
      </Button>
    </Box>
  )
}

const arrows: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
}

/** Tiles up to this number are larger where there is room. */
const FEW = 8

/** Tiles in the first row. */
const columnsOf = (tiles: readonly HTMLElement[]): number =>
  tiles.filter((tile) => tile.offsetTop === tiles[0]?.offsetTop).length

interface WallViewProps {
  /** The viewer, where the page has no login. */
  readonly viewer: string | undefined
  readonly hasCommands: boolean
}

/** The tiles, and the phone that is opened large: above them on a narrow screen, beside them on a wide one. */
export function WallView({ hasCommands, viewer }: WallViewProps) {
  const wall = useWall()
  const list = useRef<HTMLUListElement>(null)
  const order = useWallState((state) => state.order)
  const largeId = useWallState((state) => state.largeId)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  const isShown = usePageVisible()

  useEffect(() => {
    if (isShown) wall.show()
    else wall.hide()
  }, [wall, isShown])
  useEffect(() => {
    const hurry = () => wall.show()
    addEventListener('online', hurry)
    return () => removeEventListener('online', hurry)
  }, [wall])

  const onKey = (event: KeyboardEvent) => {
    // Keys on a picture belong to its phone.
    if (event.target instanceof HTMLCanvasElement) return
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return wall.setSelected(new Set(order))
    }
    if (event.key === 'Escape') return wall.setSelected(new Set())
    const step = arrows[event.key]
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[role=checkbox]') ?? [])]
    const at = names.findIndex((name) => name === document.activeElement)
    if (!step || at < 0) return undefined
    event.preventDefault()
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])]
    return names[at + step(columnsOf(tiles))]?.focus()
  }
  return (
    <div
      className={classes(styles.wall, largeId !== null && styles.withStage)}
      onPointerDownCapture={wall.noteUse}
      onKeyDownCapture={wall.noteUse}
    >
      <MarkView named={viewer} />
      <LostLeader />
      <IdleNotice />
      {largeId !== null && (
        <Box className={styles.stage}>
          <Stage key={largeId} id={largeId} onMenu={setMenu} />
        </Box>
      )}
      <ul
        ref={list}
        className={classes(styles.grid, order.length <= FEW && styles.few)}
        aria-label="云手机"
        onKeyDown={onKey}
      >
        {order
          .filter((id) => id !== largeId)
          .map((id) => (
            <Tile key={id} id={id} onMenu={setMenu} />
          ))}
      </ul>
      {menu && (
        <TileMenu key={`${menu.id}/${menu.x}/${menu.y}`} place={menu} hasCommands={hasCommands} onClose={closeMenu} />
      )}
    </div>
  )
}
