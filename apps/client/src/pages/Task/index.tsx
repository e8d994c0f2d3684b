import { TaskCentre } from '../../features/devices/tasks/task-centre.tsx'
import { taskIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function TaskPage() {
  return (
    <Page route="Task/index">
      <TaskCentre taskId={taskIdOf(usePageParams())} />
    </Page>
  )
}
