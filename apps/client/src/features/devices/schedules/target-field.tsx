import { getDevices, getTagList } from '@yunji/contract/devices/device/calls'
import { getGroupList } from '@yunji/contract/devices/group/calls'
import { MAX_GROUPS } from '@yunji/contract/devices/group/schema'
import type { ScheduleTarget } from '@yunji/contract/devices/schedule/rules'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../shared/api/query.ts'
import { CHOOSER_PARAM } from '../../../shared/devices/device-choice.ts'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { Picker } from '../../../shared/ui/picker/picker'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './schedules.module.css'

const targets = [
  { value: 'devices', label: '设备' },
  { value: 'group', label: '分组' },
  { value: 'tag', label: '标签' },
] as const

const MOST_NAMED = 3

const choosePath = (ids: readonly number[]): string =>
  `${pathOf('user/device')}?${CHOOSER_PARAM}=Device/schedules${ids.length > 0 ? `&deviceIds=${ids.join()}` : ''}`

function ChosenDevices({ ids }: { readonly ids: readonly number[] }) {
  const named = ids.slice(0, MOST_NAMED)
  return (
    <Async of={useCall(getDevices, { ids: named.join() })} loading={<RowsSkeleton rows={1} />}>
      {({ records }) => {
        const names = records.map(({ name }) => name).join('、')
        return (
          <Box className={styles.chosen}>
            {ids.length > MOST_NAMED ? `${names} 等 ${formatCount(ids.length)} 台` : names || '所选的设备已不在'}
          </Box>
        )
      }}
    </Async>
  )
}

interface GroupFieldProps {
  readonly groupId: number | undefined
  readonly onGroup: (groupId: number) => void
}

function GroupField({ groupId, onGroup }: GroupFieldProps) {
  return (
    <Async of={useCall(getGroupList, { page: '1', rows: String(MAX_GROUPS) })} loading={<RowsSkeleton rows={1} />}>
      {({ records }) => (
        <Picker
          label="分组"
          placeholder="选择分组"
          options={records.map((group) => ({
            value: group.groupId,
            label: `${group.name}（${formatCount(group.deviceCount)} 台）`,
          }))}
          value={groupId === undefined ? [] : [groupId]}
          onChange={([id]) => onGroup(Number(id))}
        />
      )}
    </Async>
  )
}

interface TagFieldProps {
  readonly tag: string
  readonly onTag: (tag: string) => void
}

function TagField({ tag, onTag }: TagFieldProps) {
  return (
    <Async
      of={useCall(getTagList, {})}
      loading={<RowsSkeleton rows={1} />}
      isEmpty={({ tags }) => tags.length === 0}
      empty={<Box className={styles.chosen}>还没有标签，可以在首页给设备加上标签</Box>}
    >
      {({ tags }) => (
        <Picker
          label="标签"
          placeholder="选择标签"
          options={tags.map((each) => ({
            value: each.tag,
            label: `${each.tag}（${formatCount(each.deviceCount)} 台）`,
          }))}
          value={tag === '' ? [] : [tag]}
          onChange={([chosen]) => onTag(String(chosen ?? ''))}
        />
      )}
    </Async>
  )
}

interface TargetFieldProps extends GroupFieldProps, TagFieldProps {
  readonly target: ScheduleTarget
  readonly onTarget: (target: ScheduleTarget) => void
  readonly ids: readonly number[]
}

/** Chosen devices, or a group or tag whose devices are looked up for each run. */
export function TargetField({ target, onTarget, ids, groupId, onGroup, tag, onTag }: TargetFieldProps) {
  return (
    <Card
      title="对哪些设备"
      isPadded
      note={
        target === 'devices' && (
          <TextLink icon={plus} to={choosePath(ids)}>
            选择
          </TextLink>
        )
      }
    >
      <Segmented label="对哪些设备" options={targets} value={target} onChange={onTarget} />
      <Box className={styles.field}>
        {target === 'devices' &&
          (ids.length > 0 ? <ChosenDevices ids={ids} /> : <Box className={styles.chosen}>还没有选择设备</Box>)}
        {target === 'group' && <GroupField groupId={groupId} onGroup={onGroup} />}
        {target === 'tag' && <TagField tag={tag} onTag={onTag} />}
      </Box>
      {target !== 'devices' && (
        <Box as="p" className={styles.hint}>
          {`每次运行时，${target === 'group' ? '在这个分组' : '有这个标签'}的设备都会执行。`}
        </Box>
      )}
    </Card>
  )
}
