import { addWorkType, DUPLICATE_WORK_TYPE_MESSAGE, type WorkType } from '@yunji/contract/accounts/profile/rules'
import { WORK_TYPE_MAXIMUM_ENTRIES } from '@yunji/contract/accounts/profile/schema'
import { useDictionaries } from '../../../shared/dictionary/dictionary.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { trash } from '../../../shared/ui/icon/controls.ts'
import { Picker } from '../../../shared/ui/picker/picker'
import type { PickerOption, PickerValue } from '../../../shared/ui/picker/picker-columns.ts'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { useSaveWorkTypes, useWorkTypes } from './profile-changes.ts'
import { workTypeName, workTypeOptions } from './profile-text.ts'
import styles from './work-types.module.css'

const keyed = (entries: readonly WorkType[]) =>
  entries.map(({ industryId, worktypeId }) => ({ industryId, worktypeId, key: `${industryId}-${worktypeId}` }))

interface WorkTypeListProps {
  readonly entries: readonly WorkType[]
  readonly options: readonly PickerOption[]
}

function WorkTypeList({ entries, options }: WorkTypeListProps) {
  const list = keyed(entries)
  const save = useSaveWorkTypes()
  const add = ([industryId, worktypeId]: readonly PickerValue[]) => {
    const longer = addWorkType(list, { industryId: Number(industryId), worktypeId: Number(worktypeId) })
    if (longer) save(longer)
    else showToast(DUPLICATE_WORK_TYPE_MESSAGE, 'error')
  }
  const isFull = list.length >= WORK_TYPE_MAXIMUM_ENTRIES
  return (
    <>
      {list.length > 0 && (
        <Box className={styles.list} role="list" label="已添加的行业与工种">
          {list.map((entry) => (
            <Box key={entry.key} className={styles.entry} role="listitem">
              <Box className={styles.name}>{workTypeName(options, entry)}</Box>
              <IconButton
                of={trash}
                label={`删除 ${workTypeName(options, entry)}`}
                onTap={() => save(list.filter(({ key }) => key !== entry.key))}
              />
            </Box>
          ))}
        </Box>
      )}
      {isFull ? (
        <Box as="p" className={styles.full}>
          {`最多添加 ${WORK_TYPE_MAXIMUM_ENTRIES} 项`}
        </Box>
      ) : (
        <Picker label="行业与工种" placeholder="添加行业与工种" options={options} value={[]} onChange={add} />
      )}
    </>
  )
}

const bones = (
  <Skeleton>
    <Bone height={56} shape="block" />
  </Skeleton>
)

/** The user's industries and occupations, each pair once. */
export function WorkTypes() {
  const lists = useDictionaries(['industry', 'worktype'])
  const workTypes = useWorkTypes()
  const count = workTypes.data?.entries.length ?? 0
  return (
    <Card title="行业与工种" note={count > 0 ? `${count}/${WORK_TYPE_MAXIMUM_ENTRIES}` : undefined} isPadded>
      <Async of={lists} loading={bones}>
        {([industries = [], worktypes = []]) => (
          <Async of={workTypes} loading={bones}>
            {({ entries }) => <WorkTypeList entries={entries} options={workTypeOptions(industries, worktypes)} />}
          </Async>
        )}
      </Async>
    </Card>
  )
}
