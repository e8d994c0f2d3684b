import { keyCode } from '@yunji/player/input/key-codes'
import { useState } from 'react'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Tools } from '../../../shared/ui/action-grid/tools.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { TextArea } from '../../../shared/ui/field/text-area.tsx'
import { sliders } from '../../../shared/ui/icon/controls.ts'
import { pack } from '../../../shared/ui/icon/files.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { keyboard, navBack, navHome, navRecent } from '../../../shared/ui/icon/player.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { canFollow } from './tile-text.ts'
import { useWall, useWallState } from './wall-context.ts'
import styles from './wall-tools.module.css'

const NO_TARGET = '请先选择主控'
const MAXIMUM_CHARACTERS = 5000

export type Panel = 'text' | 'apps' | 'settings'

const delays = [
  { value: 0, label: '不延迟' },
  { value: 500, label: '0.5 秒内' },
  { value: 1000, label: '1 秒内' },
  { value: 3000, label: '3 秒内' },
] as const

interface PanelProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

function TextSheet({ isOpen, onClose }: PanelProps) {
  const wall = useWall()
  const [text, setText] = useState('')
  const send = (how: 'text' | 'setClipboard', done: string) => () => {
    const player = wall.targetPlayer()
    if (!player) return showToast(NO_TARGET)
    player[how](text)
    setText('')
    onClose()
    return showToast(done, 'success')
  }
  return (
    <Sheet isOpen={isOpen} title="输入文字" onClose={onClose}>
      <Box className={styles.sheet}>
        <TextArea
          label="要输入的文字"
          placeholder="输入或粘贴文字"
          maximum={MAXIMUM_CHARACTERS}
          value={text}
          onChange={setText}
        />
        <Box className={styles.buttons}>
          <Button variant="outline" size="medium" isDisabled={text === ''} onTap={send('setClipboard', '已放进剪贴板')}>
            放进剪贴板
          </Button>
          <Button size="medium" isDisabled={text === ''} onTap={send('text', '已输入')}>
            输入到光标处
          </Button>
        </Box>
      </Box>
    </Sheet>
  )
}

function AppsSheet({ isOpen, onClose }: PanelProps) {
  const wall = useWall()
  const apps = useWallState((state) => state.apps)
  const start = (packageName: string, name: string) => () => {
    wall.targetPlayer()?.request({ type: 'startApp', packageName })
    onClose()
    showToast(`正在打开「${name}」`)
  }
  return (
    <Sheet isOpen={isOpen} title="打开应用" onClose={onClose}>
      <Box className={styles.list}>
        {apps ? (
          apps.map(({ packageName, name }) => (
            <Cell
              key={packageName}
              leading={<IconTile of={pack} tone="plain" />}
              title={name}
              onTap={start(packageName, name)}
            />
          ))
        ) : (
          <RowsSkeleton />
        )}
      </Box>
    </Sheet>
  )
}

function SettingsSheet({ isOpen, onClose }: PanelProps) {
  const wall = useWall()
  const maxDelayMs = useWallState((state) => state.maxDelayMs)
  const isDirect = useWallState((state) => state.isDirect)
  const setAll = (isFollowing: boolean) => () => {
    const { order, tiles, leaderId } = wall.store.getState()
    for (const id of order) {
      const tile = tiles[id]
      if (id !== leaderId && tile && canFollow(tile)) wall.setFollowing(id, isFollowing)
    }
    onClose()
  }
  return (
    <Sheet isOpen={isOpen} title="同步设置" onClose={onClose}>
      <Box className={styles.settings}>
        <Box as="h3" className={styles.heading}>
          随机延迟
        </Box>
        <Box as="p" className={styles.hint}>
          每台云手机在这段时间内随机晚一点执行，同一个动作的快慢不变
        </Box>
        <Chips label="随机延迟" variant="choice" options={delays} value={maxDelayMs} onChange={wall.setMaxDelay} />
        <Cell
          title="在小画面上直接操作"
          sub="关闭后，点小画面会放大，手指滑动会滚动页面"
          value={<Switch label="在小画面上直接操作" isOn={isDirect} onChange={wall.setDirect} />}
        />
        <Box className={styles.buttons}>
          <Button variant="outline" size="medium" onTap={setAll(false)}>
            全部退出跟随
          </Button>
          <Button variant="outline" size="medium" onTap={setAll(true)}>
            全部加入跟随
          </Button>
        </Box>
      </Box>
    </Sheet>
  )
}

interface WallPanelsProps {
  readonly panel: Panel | null
  readonly onClose: () => void
}

export function WallPanels({ panel, onClose }: WallPanelsProps) {
  return (
    <>
      <TextSheet isOpen={panel === 'text'} onClose={onClose} />
      <AppsSheet isOpen={panel === 'apps'} onClose={onClose} />
      <SettingsSheet isOpen={panel === 'settings'} onClose={onClose} />
    </>
  )
}

/** Keys and tools of the phone that is opened large, or of the leader. */
export function WallTools({ onPanel }: { readonly onPanel: (panel: Panel) => void }) {
  const wall = useWall()
  const withTarget = (act: (player: NonNullable<ReturnType<typeof wall.targetPlayer>>) => void) => () => {
    const player = wall.targetPlayer()
    if (player) act(player)
    else showToast(NO_TARGET)
  }
  const press = (code: number) => withTarget((player) => player.press(code))
  const openApps = withTarget((player) => {
    player.request({ type: 'apps' })
    onPanel('apps')
  })
  return (
    <Box className={styles.bar}>
      <Tools
        label="同步操作"
        tools={[
          { icon: navBack, label: '返回', onTap: press(keyCode.back) },
          { icon: navHome, label: '主屏幕', onTap: press(keyCode.home) },
          { icon: navRecent, label: '最近任务', onTap: press(keyCode.recents) },
          { icon: keyboard, label: '文字', onTap: withTarget(() => onPanel('text')) },
          { icon: pack, label: '应用', onTap: openApps },
          { icon: sliders, label: '设置', onTap: () => onPanel('settings') },
        ]}
      />
    </Box>
  )
}
