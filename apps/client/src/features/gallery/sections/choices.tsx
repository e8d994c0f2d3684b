import { useState } from 'react'
import { Checkbox } from '../../../shared/ui/choice/checkbox.tsx'
import { Chip } from '../../../shared/ui/choice/chip.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { Tabs } from '../../../shared/ui/choice/tabs.tsx'
import { sliders } from '../../../shared/ui/icon/controls.ts'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'

const versions = [
  { value: 0, label: '全部', count: 12 },
  { value: 1, label: '10/B', count: 7 },
  { value: 2, label: '10/H', count: 5 },
]

const groups = ['游戏挂机组', '内容运营', '直播间', '直播备用组', '海外镜像'].map((label) => ({ value: label, label }))

const couponTabs = [
  { value: 'usable', label: '可使用', count: 5 },
  { value: 'used', label: '已使用' },
  { value: 'dead', label: '已失效' },
]

const logins = [
  { value: 'password', label: '密码登录' },
  { value: 'code', label: '验证码登录' },
]

const grants = [
  { value: 'given', label: '我授权的' },
  { value: 'received', label: '授权给我的' },
]

function Filters() {
  const [version, setVersion] = useState(0)
  const [group, setGroup] = useState('内容运营')
  return (
    <>
      <Specimen title="chips: a filter" isWide>
        <Chips label="系统版本" options={versions} value={version} onChange={setVersion} />
      </Specimen>
      <Specimen title="chips: a choice, more than fit" isWide>
        <Chips label="目标分组" variant="choice" options={groups} value={group} onChange={setGroup} />
      </Specimen>
      <Specimen title="chips alone: opens something, not available">
        <Row>
          <Chip icon={sliders} onTap={() => undefined}>
            状态
          </Chip>
          <Chip isDisabled onTap={() => undefined}>
            不可用
          </Chip>
        </Row>
      </Specimen>
    </>
  )
}

function Content() {
  const [side, setSide] = useState('given')
  const [tab, setTab] = useState('usable')
  const [login, setLogin] = useState('password')
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Filters />
      <Specimen title="segmented">
        <Segmented label="授权方向" options={grants} value={side} onChange={setSide} />
      </Specimen>
      <Specimen title="tabs over the whole row" isWide>
        <Tabs label="优惠券状态" options={couponTabs} value={tab} onChange={setTab} />
      </Specimen>
      <Specimen title="tabs as wide as their words">
        <Tabs label="登录方式" options={logins} value={login} isCompact onChange={setLogin} />
      </Specimen>
      <Specimen title="switch: on, off, not available">
        <Row>
          <Switch label="自动续费" isOn={isOn} onChange={setOn} />
          <Switch label="自动续费" isOn={!isOn} onChange={() => setOn(!isOn)} />
          <Switch label="自动续费" isOn isDisabled onChange={() => undefined} />
        </Row>
      </Specimen>
      <Specimen title="checkbox: ticked, not, not available">
        <Row>
          <Checkbox label="全选" isChecked={isOn} onChange={setOn} />
          <Checkbox label="全选" isChecked={!isOn} onChange={() => setOn(!isOn)} />
          <Checkbox label="全选" isChecked isDisabled onChange={() => undefined} />
        </Row>
      </Specimen>
    </>
  )
}

export const choicesSection: GallerySection = { id: 'choices', title: '选择与开关', Content }
