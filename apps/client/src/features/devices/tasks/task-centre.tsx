import type { TaskKind } from '@yunji/contract/devices/task/rules'
import { type TaskFilter, taskFilters } from '@yunji/contract/devices/task/schema'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useLive } from '../../../shared/live/live.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Tabs } from '../../../shared/ui/choice/tabs.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noResults } from '../../../shared/ui/status/illustrations.ts'
import { TaskCard } from './task-card.tsx'
import styles from './task-centre.module.css'
import { TaskDetails } from './task-details.tsx'
import { useTasks } from './tasks.ts'
import { TasksSkeleton } from './tasks-skeleton.tsx'

const labels: Readonly<Record<TaskFilter, string>> = { all: '全部', active: '进行中', failed: '失败' }

interface Subject {
  /** All when absent. */
  readonly kinds?: readonly TaskKind[]
  readonly hints: Readonly<Record<TaskFilter, { readonly title: string; readonly hint: string }>>
  readonly elsewhere: { readonly text: string; readonly to: string }
}

const subjects = {
  tasks: {
    hints: {
      all: { title: '还没有任务', hint: '重启、清理等操作的进度和结果会显示在这里' },
      active: { title: '没有进行中的任务', hint: '需要一会儿的操作会在这里显示进度' },
      failed: { title: '没有失败的任务', hint: '没有成功的操作会在这里说明原因，可以重试' },
    },
    elsewhere: { text: '去看云手机', to: pathOf('Home/index') },
  },
  data: {
    kinds: ['backup', 'lastBackup', 'restore'],
    hints: {
      all: { title: '还没有备份和恢复', hint: '每次备份和恢复的进度和结果会显示在这里' },
      active: { title: '没有进行中的备份和恢复', hint: '开始后会在这里显示进度' },
      failed: { title: '没有失败的备份和恢复', hint: '没有成功的会在这里说明原因，可以重试' },
    },
    elsewhere: { text: '去数据中心', to: pathOf('Space/DataCenter') },
  },
} as const satisfies Record<string, Subject>

function NoTasks({
  filter,
  subject: { hints, elsewhere },
}: {
  readonly filter: TaskFilter
  readonly subject: Subject
}) {
  return (
    <Empty illustration={noResults} {...hints[filter]}>
      {filter === 'all' && (
        <Button variant="outline" size="medium" isNarrow to={elsewhere.to}>
          {elsewhere.text}
        </Button>
      )}
    </Empty>
  )
}

interface TaskCentreProps {
  readonly subject?: keyof typeof subjects
  /** Task to open at once. */
  readonly taskId?: number
}

/** The user's tasks, with live progress. */
export function TaskCentre({ subject: name = 'tasks', taskId }: TaskCentreProps) {
  const subject: Subject = subjects[name]
  const [filter, setFilter] = useState<TaskFilter>('all')
  // Kept while its sheet closes.
  const [shownId, setShownId] = useState(taskId ?? 0)
  const [isOpen, setOpen] = useState(taskId !== undefined)
  const list = useTasks(filter, subject.kinds)
  const nowMs = useMinute()
  useLive()

  const open = (id: number) => {
    setShownId(id)
    setOpen(true)
  }
  return (
    <>
      <Box className={styles.tabs}>
        <Tabs
          label="任务"
          value={filter}
          onChange={setFilter}
          options={taskFilters.map((value) => ({
            value,
            label: labels[value],
            ...(value === 'active' && list.activeCount && { count: list.activeCount }),
          }))}
        />
      </Box>
      <PullList
        list={list}
        className={styles.list}
        loading={<TasksSkeleton />}
        empty={<NoTasks filter={filter} subject={subject} />}
      >
        {(task) => <TaskCard task={task} nowMs={nowMs} onOpen={() => open(task.taskId)} />}
      </PullList>
      <Sheet isOpen={isOpen} title="任务详情" onClose={() => setOpen(false)}>
        <TaskDetails taskId={shownId} onOpen={open} />
      </Sheet>
    </>
  )
}
