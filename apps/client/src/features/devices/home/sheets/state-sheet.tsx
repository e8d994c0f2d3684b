import { getTagList } from '@yunji/contract/devices/device/calls'
import { type StateFilter, stateFilters } from '@yunji/contract/devices/device/enums'
import { formatCount } from '@yunji/contract/display/text'
import { useCall } from '../../../../shared/api/query.ts'
import { Cell } from '../../../../shared/ui/card/cell.tsx'
import { SectionTitle } from '../../../../shared/ui/card/section-title.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { homeView, stateFilterLabels, useHomeView } from '../home-view.ts'
import { closeSheet, useHomeSheets } from './home-sheets.ts'

const notes: Readonly<Record<StateFilter, string>> = {
  running: '可以进入使用',
  busy: '正在创建、重启、清理或变更',
  stopped: '开机后可以使用',
  faulty: '暂时连接不上，正在修复',
  expired: '数据保留 2 小时，续费后可以继续使用',
}

function TagFilter() {
  const chosen = useHomeView(({ tag }) => tag)
  const tags = useCall(getTagList, {}).data?.tags ?? []
  if (tags.length === 0 && chosen === null) return null
  const choose = (tag: string | null) => () => {
    homeView.setTag(tag)
    closeSheet()
  }
  return (
    <>
      <SectionTitle>标签</SectionTitle>
      <Cell title="全部标签" isTitleLarge choice="radio" isChecked={chosen === null} onTap={choose(null)} />
      {tags.map(({ tag, deviceCount }) => (
        <Cell
          key={tag}
          title={tag}
          isTitleLarge
          sub={`${formatCount(deviceCount)} 台`}
          choice="radio"
          isChecked={chosen === tag}
          onTap={choose(tag)}
        />
      ))}
    </>
  )
}

/** Filter by the state and the tags of the devices. */
export function StateSheet() {
  const isOpen = useHomeSheets(({ open }) => open?.kind === 'states')
  const chosen = useHomeView(({ state }) => state)
  const choose = (state: StateFilter | null) => () => {
    homeView.setState(state)
    closeSheet()
  }
  return (
    <Sheet isOpen={isOpen} title="设备状态" onClose={closeSheet}>
      <Cell title="全部状态" isTitleLarge choice="radio" isChecked={chosen === null} onTap={choose(null)} />
      {stateFilters.map((state) => (
        <Cell
          key={state}
          title={stateFilterLabels[state]}
          isTitleLarge
          sub={notes[state]}
          choice="radio"
          isChecked={chosen === state}
          onTap={choose(state)}
        />
      ))}
      <TagFilter />
    </Sheet>
  )
}
