import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, type WheelEvent } from 'react'
import { classes } from '../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { more } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { close } from '../../../shared/ui/icon/icons.ts'
import styles from './tile.module.css'
import { badgeOf, canFollow, waitText } from './tile-text.ts'
import { useTile, useWall, useWallState } from './wall-context.ts'

const RIGHT_BUTTON = 2

/** Where a menu opens, in the page's coordinates. */
export interface MenuPlace {
  readonly id: number
  readonly x: number
  readonly y: number
}

interface PartProps {
  readonly id: number
  readonly onMenu: (place: MenuPlace) => void
}

/** The canvas of a phone belongs to the wall and hangs where the phone is shown. */
function Picture({ id }: Pick<PartProps, 'id'>) {
  const wall = useWall()
  const host = useRef<HTMLDivElement>(null)
  const name = useTile(id)?.name ?? ''
  useEffect(() => {
    const canvas = wall.member(id)?.canvas
    if (!canvas) return
    canvas.className = styles.canvas ?? ''
    host.current?.append(canvas)
  }, [wall, id])
  useEffect(() => wall.member(id)?.canvas.setAttribute('aria-label', `「${name}」的画面`), [wall, id, name])
  return <div ref={host} className={styles.host} />
}

function Badge({ id }: Pick<PartProps, 'id'>) {
  const tile = useTile(id)
  const isLeader = useWallState(({ leaderId }) => leaderId === id)
  if (!tile) return null
  const { text, tone } = badgeOf(tile, isLeader)
  return <Box className={classes(styles.badge, styles[tone])}>{text}</Box>
}

function Veil({ id }: Pick<PartProps, 'id'>) {
  const tile = useTile(id)
  const text = tile && waitText(tile)
  if (!text) return null
  return (
    <Box className={styles.veil} role="status">
      {text}
    </Box>
  )
}

const menuAt = (id: number, { clientX, clientY }: MouseEvent): MenuPlace => ({ id, x: clientX, y: clientY })

function MenuButton({ id, onMenu }: PartProps) {
  const name = useTile(id)?.name ?? ''
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    onMenu({ id, x: left, y: bottom })
  }
  return (
    <button type="button" className={styles.more} aria-label={`「${name}」的操作`} aria-haspopup="menu" onClick={open}>
      <Icon of={more} size={20} />
    </button>
  )
}

/** A small picture: seen, chosen, and used where it is when a mouse is at hand. */
export function Tile({ id, onMenu }: PartProps) {
  const wall = useWall()
  const tile = useTile(id)
  const element = useRef<HTMLLIElement>(null)
  const isSelected = useWallState(({ selected }) => selected.has(id))
  const isLeader = useWallState(({ leaderId }) => leaderId === id)
  const isDirect = useWallState((state) => state.isDirect)

  useEffect(() => {
    const member = wall.member(id)
    if (!element.current || !member) return undefined
    const observer = new IntersectionObserver((entries) => member.setInView(entries.some((one) => one.isIntersecting)))
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      member.setInView(false)
    }
  }, [wall, id])

  if (!tile) return null
  // The canvas listens by itself: what is kept from it scrolls the page, opens the menu or the large picture.
  const keepPointer = (event: PointerEvent) => {
    if (!isDirect || event.button === RIGHT_BUTTON) event.stopPropagation()
  }
  const keepWheel = (event: WheelEvent) => event.stopPropagation()
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onMenu(menuAt(id, event))
  }
  const openLarge = () => {
    if (!isDirect) wall.setLarge(id)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    wall.setLarge(id)
  }
  return (
    <li
      ref={element}
      className={classes(styles.tile, isLeader && styles.leader, isSelected && styles.selected)}
      onContextMenuCapture={openMenu}
    >
      <div className={styles.choose} onKeyDown={onKey}>
        <Tap className={styles.name} label={tile.name} isChecked={isSelected} onTap={() => wall.toggleSelected(id)}>
          {tile.name}
        </Tap>
      </div>
      <div
        className={classes(styles.box, isDirect && styles.direct)}
        onPointerDownCapture={keepPointer}
        onWheelCapture={keepWheel}
        onClick={openLarge}
      >
        <Picture id={id} />
        <Veil id={id} />
      </div>
      <div className={styles.foot}>
        <Badge id={id} />
        <MenuButton id={id} onMenu={onMenu} />
      </div>
    </li>
  )
}

/** The phone that is opened large. */
export function Stage({ id, onMenu }: PartProps) {
  const wall = useWall()
  const tile = useTile(id)
  const isLeader = useWallState(({ leaderId }) => leaderId === id)
  const followers = useWallState(({ tiles, order }) => {
    const isMoved = (each: number) => each !== id && Boolean(tiles[each]?.isFollowing && canFollow(tiles[each]))
    return order.filter(isMoved).length
  })
  if (!tile) return null
  return (
    <Box as="section" label={`「${tile.name}」放大`} className={styles.stage}>
      <Box className={styles.head}>
        <Box className={styles.title}>{tile.name}</Box>
        <Badge id={id} />
        <MenuButton id={id} onMenu={onMenu} />
        <Tap className={styles.more} label="收起" onTap={() => wall.setLarge(null)}>
          <Icon of={close} size={20} />
        </Tap>
      </Box>
      <Box className={classes(styles.large, styles.direct)}>
        <Picture id={id} />
        <Veil id={id} />
      </Box>
      <Box className={styles.note} live="polite">
        {isLeader ? `操作会同步到 ${followers} 台` : '只操作这一台，其他云手机不会跟随'}
      </Box>
    </Box>
  )
}
