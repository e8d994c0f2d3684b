import { TaskCentre } from '../../features/devices/tasks/task-centre.tsx'
import { taskIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function SpaceHistoryDataPage() {
  return (
    <Page route="Space/HistoryData">
      <TaskCentre subject="data" taskId={taskIdOf(usePageParams())} />
    </Page>
  )
}
