import { useState } from 'react'
import { Calendar } from '../../../shared/ui/calendar/calendar.tsx'
import type { Day } from '../../../shared/ui/calendar/days.ts'
import { NumberBox } from '../../../shared/ui/field/number-box.tsx'
import { Rate } from '../../../shared/ui/field/rate.tsx'
import { Picker } from '../../../shared/ui/picker/picker'
import type { PickerOption, PickerValue } from '../../../shared/ui/picker/picker-columns.ts'
import type { GallerySection } from '../specimen.tsx'
import { Paper, Row, Specimen } from '../specimen.tsx'

const nothing = () => undefined
const TODAY = '2026-11-15'

function NumberBoxes() {
  const [count, setCount] = useState(1)
  return (
    <Specimen title="number box: at 1, between, at its maximum, disabled">
      <Paper>
        <Row>
          <NumberBox label="数量" value={count} onChange={setCount} maximum={50} />
          <NumberBox label="台数" value={12} onChange={nothing} maximum={50} />
          <NumberBox label="月数" value={50} onChange={nothing} maximum={50} />
          <NumberBox label="固定数量" value={1} onChange={nothing} isDisabled />
        </Row>
      </Paper>
    </Specimen>
  )
}

function Rates() {
  const [stars, setStars] = useState(4)
  return (
    <Specimen title="rate: given, not yet, shown">
      <Paper>
        <Rate label="服务评分" value={stars} onChange={setStars} />
        <Rate label="速度评分" value={0} onChange={nothing} />
        <Rate label="平均评分" value={3} />
      </Paper>
    </Specimen>
  )
}

const levels: readonly PickerOption[] = [
  '畅享',
  '专享',
  '旗舰',
  '至尊',
  '游戏定制版',
  '海外镜像',
  '测试机',
  '备用机',
].map((label, index) => ({ value: index + 1, label }))

const zones: readonly PickerOption[] = [
  {
    value: 'east',
    label: '华东',
    children: ['上海', '杭州', '南京', '合肥'].map((label) => ({ value: label, label })),
  },
  { value: 'south', label: '华南', children: ['广州', '深圳'].map((label) => ({ value: label, label })) },
  { value: 'west', label: '西南', children: ['成都', '重庆', '贵阳'].map((label) => ({ value: label, label })) },
]

function Pickers() {
  const [level, setLevel] = useState<readonly PickerValue[]>([])
  const [zone, setZone] = useState<readonly PickerValue[]>(['east', '杭州'])
  return (
    <>
      <Specimen title="picker: one column, linked columns">
        <Paper>
          <Picker label="机型" placeholder="请选择机型" options={levels} value={level} onChange={setLevel} />
          <Picker label="区域" placeholder="请选择区域" options={zones} value={zone} onChange={setZone} />
        </Paper>
      </Specimen>
      <Specimen title="picker: wrong, disabled">
        <Paper>
          <Picker label="镜像" placeholder="请选择" options={[]} value={[]} onChange={nothing} error="请选择镜像" />
          <Picker label="分组" placeholder="请选择" options={[]} value={[]} onChange={nothing} isDisabled />
        </Paper>
      </Specimen>
    </>
  )
}

const isRestDay = (day: Day) => day === '2026-11-25'

function Calendars() {
  const [day, setDay] = useState<readonly Day[]>(['2026-11-20'])
  const [range, setRange] = useState<readonly Day[]>(['2026-11-28', '2026-12-03'])
  return (
    <>
      <Specimen title="calendar: one day in three months" isWide>
        <Paper isWide>
          <Calendar label="到期日" today={TODAY} value={day} onChange={setDay} />
        </Paper>
      </Specimen>
      <Specimen title="calendar: a range, one day shut" isWide>
        <Paper isWide>
          <Calendar
            label="授权日期"
            today={TODAY}
            value={range}
            onChange={setRange}
            isRange
            months={2}
            canChoose={(one) => one >= TODAY && !isRestDay(one)}
          />
        </Paper>
      </Specimen>
    </>
  )
}

function Content() {
  return (
    <>
      <NumberBoxes />
      <Rates />
      <Pickers />
      <Calendars />
    </>
  )
}

export const pickersSection: GallerySection = { id: 'pickers', title: '选择与计数', Content }
