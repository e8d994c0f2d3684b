import { useState } from 'react'
import { ActionGrid, type GridAction } from '../../../shared/ui/action-grid/action-grid.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { link, trash } from '../../../shared/ui/icon/controls.ts'
import { clean, config, deepClean, memory, reboot, renew, screenshot, zone } from '../../../shared/ui/icon/device.ts'
import { upload } from '../../../shared/ui/icon/files.ts'
import { type IconDrawing, transfer } from '../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { SheetPanel } from '../../../shared/ui/overlay/sheet-panel.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Specimen, Stage } from '../specimen.tsx'

const nothing = () => undefined

const action = (icon: IconDrawing, label: string, more: Partial<GridAction> = {}): GridAction => ({
  icon,
  label,
  onTap: nothing,
  ...more,
})

const daily = [
  action(reboot, '重启'),
  action(memory, '清理内存'),
  action(screenshot, '截图'),
  action(upload, '上传文件'),
  action(link, '打开网址'),
]

const managing = [
  action(renew, '续费'),
  action(config, '升降配置'),
  action(zone, '更换区域', { isMuted: true }),
  action(transfer, '转移', { isMuted: true }),
]

const dangerous = [
  action(trash, '卸载应用', { isDanger: true }),
  action(clean, '一键清理', { isDanger: true }),
  action(deepClean, '深度清理', { isDanger: true }),
]

function Actions() {
  return (
    <>
      <ActionGrid title="常用" actions={daily} />
      <ActionGrid title="设备管理" actions={managing} />
      <ActionGrid title="数据与清理" actions={dangerous} />
    </>
  )
}

const groups = ['游戏挂机组', '内容运营', '直播间', '直播备用组', '海外镜像', '测试', '家人', '默认分组']

function Groups() {
  return groups.map((group) => (
    <Cell key={group} title={group} choice="radio" isChecked={group === '内容运营'} onTap={nothing} />
  ))
}

function RealSheet() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="tint" onTap={() => setOpen(true)}>
        打开
      </Button>
      <Sheet isOpen={isOpen} title="设备操作" onClose={() => setOpen(false)}>
        <Actions />
      </Sheet>
    </>
  )
}

function Content() {
  return (
    <>
      <Specimen title="one that opens and closes">
        <RealSheet />
      </Specimen>
      <Specimen title="actions: possible, not possible now, dangerous" isWide>
        <Stage>
          <SheetPanel title="星海远征 06" onClose={nothing}>
            <Actions />
          </SheetPanel>
        </Stage>
      </Specimen>
      <Specimen title="more than fits, with a footer that stays" isWide>
        <Stage>
          <SheetPanel
            title="移动到分组"
            onClose={nothing}
            footer={
              <BottomBar summary="已选 3 台">
                <Button>移到「内容运营」</Button>
              </BottomBar>
            }
          >
            <Groups />
          </SheetPanel>
        </Stage>
      </Specimen>
    </>
  )
}

export const sheetsSection: GallerySection = { id: 'sheets', title: '底部弹层', Content }
