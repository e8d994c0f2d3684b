import { TaskCentre } from '../../features/devices/tasks/task-centre.tsx'
import { TASK_PARAM } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function TaskPage() {
  const taskId = Number(usePageParams()[TASK_PARAM])
  return (
    <Page route="Task/index">
      <TaskCentre taskId={Number.isSafeInteger(taskId) && taskId > 0 ? taskId : undefined} />
    </Page>
  )
}
